import { describe, expect, it, vi } from "vitest";
import { isFilledIn, mintTimedKey } from "~/tokens/timed-key.server";

vi.hoisted(() => {
  process.env.SESSION_SECRET = "a secret of the tests, long enough";
});

const now = Date.now();
function form(cle: string): FormData {
  const form = new FormData();
  form.set("cle", cle);
  return form;
}
const minted = (ago: number) => form(mintTimedKey(now - ago));

describe("a form that was filled in", () => {
  it("was rendered within the hour, however soon it comes back: browsers fill in forms at once", () => {
    for (const ago of [-1, 0, 1, 3_600_000]) expect(isFilledIn(minted(ago), now), `${ago}`).toBe(true);
    expect(isFilledIn(minted(3_600_001), now)).toBe(false);
  });

  it("counts once", () => {
    const sent = minted(5_000);
    expect(isFilledIn(sent, now)).toBe(true);
    expect(isFilledIn(sent, now + 1)).toBe(false);
    expect(isFilledIn(minted(5_000), now)).toBe(true);
  });

  it("has a key of this shop", () => {
    const key = mintTimedKey(now - 5_000);
    for (const forged of ["", "x", key.slice(0, -1), `${key.slice(0, -22)}${"A".repeat(22)}`])
      expect(isFilledIn(form(forged), now)).toBe(false);
    expect(isFilledIn(new FormData(), now)).toBe(false);
  });
});
