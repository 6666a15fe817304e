import { describe, expect, it, vi } from "vitest";
import { isFilledIn, mintTimedKey } from "~/server/timed-key.server";

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
  it("was rendered two seconds to an hour before", () => {
    expect(isFilledIn(minted(2_000), now)).toBe(true);
    expect(isFilledIn(minted(3_600_000), now)).toBe(true);
    for (const ago of [-1, 0, 1_999, 3_600_001]) expect(isFilledIn(minted(ago), now), `${ago}`).toBe(false);
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
