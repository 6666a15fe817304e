import { describe, expect, it } from "vitest";
import { readForm } from "~/forms/form.server";

/** A posted form within the bounds of its route's handle (S-7). */

function posted(bytes: number): Request {
  const form = new FormData();
  form.append("nom", "Tafna\u0000");
  form.append("photo", new File([new Uint8Array(bytes)], "a\u0000.jpg", { type: "image/jpeg" }));
  return new Request("http://shop.invalid/", { method: "POST", body: form });
}

describe("a form with a file", () => {
  it("loses the file, unless its route takes files", async () => {
    expect([...(await readForm(posted(10))).keys()]).toEqual(["nom"]);
    const form = await readForm(posted(10), { max: 1_000, files: true });
    expect(form.get("nom")).toBe("Tafna");
    expect(form.get("photo")).toMatchObject({ name: "a.jpg", type: "image/jpeg", size: 10 });
  });

  it("is refused beyond 64 KB, or beyond what its route says", async () => {
    const tooLarge = { init: { status: 413 } };
    await expect(readForm(posted(65_536))).rejects.toMatchObject(tooLarge);
    const bounds = { max: 8 * 1024 * 1024, files: true };
    expect((await readForm(posted(7 * 1024 * 1024), bounds)).get("photo")).toMatchObject({ size: 7 * 1024 * 1024 });
    await expect(readForm(posted(8 * 1024 * 1024), bounds)).rejects.toMatchObject(tooLarge);
  });
});
