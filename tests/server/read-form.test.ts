import { describe, expect, it } from "vitest";
import { readForm } from "~/forms/form.server";

/** A posted form within the bounds of its route's handle (S-7). */

function posted(bytes: number): Request {
  const form = new FormData();
  form.append("nom", "Tafna\u0000");
  form.append("photo", new File([new Uint8Array(bytes)], "a\u0000.jpg", { type: "image/jpeg" }));
  return new Request("http://shop.invalid/", { method: "POST", body: form });
}

describe("a form in another encoding", () => {
  const read = async (body: string | Uint8Array, type = "application/x-www-form-urlencoded") => {
    const request = new Request("http://shop.invalid/", {
      method: "POST",
      body: body as BodyInit,
      headers: { "content-type": type },
    });
    return Object.fromEntries(await readForm(request));
  };

  it("keeps its letters, escaped or as bytes, with its charset or without", async () => {
    const expected = { nom: "Bé", adresse: "1 rue É & ç = 2" };
    const escaped = "nom=B%E9&adresse=1+rue+%C9+%26+%E7+%3D+2";
    expect(await read(escaped)).toEqual(expected);
    expect(await read(escaped, "application/x-www-form-urlencoded; charset=iso-8859-1")).toEqual(expected);
    expect(await read(Buffer.from("nom=B\xe9&adresse=1+rue+\xc9+%26+\xe7+%3D+2", "latin1"))).toEqual(expected);
  });

  it("keeps the signs of Windows-1252, which old programs call ISO 8859-1", async () => {
    const expected = { nom: "Cœur d’été" };
    expect(await read("nom=C%9Cur+d%92%E9t%E9")).toEqual(expected);
    expect(await read(Buffer.from("nom=C\x9cur+d\x92\xe9t\xe9", "latin1"))).toEqual(expected);
  });

  it("is read as UTF-8 wherever it is", async () => {
    const expected = { nom: "Bé محمد", adresse: "100 % été 🙂" };
    expect(await read(new URLSearchParams(expected).toString())).toEqual(expected);
    expect(await read(Buffer.from("nom=Bé محمد&adresse=100 % été 🙂"))).toEqual(expected);
    // Each field by itself.
    expect(await read("nom=B%C3%A9&adresse=%E9t%E9")).toEqual({ nom: "Bé", adresse: "été" });
  });
});

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
