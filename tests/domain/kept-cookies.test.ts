import { describe, expect, it } from "vitest";
import { readCookies } from "~/page-cache/cookies.server";

/** What is remembered of browsers' cookies takes a bounded number of bytes. */

const header = (name: string, bytes: number) => `wilaya=MzE%3D; a=${name.padEnd(bytes, "x")}`;
const isKept = (cookie: string) => !(readCookies(cookie) instanceof Promise);

describe("cookies that a browser sends again", () => {
  it("are read once, unless they are long", async () => {
    expect(await readCookies(header("usual", 200))).toMatchObject({ wilaya: 31, isStranger: false });
    expect(isKept(header("usual", 200))).toBe(true);
    await readCookies(header("long", 8_000));
    expect(isKept(header("long", 8_000))).toBe(false);
  });

  it("are at most 5 MB, however many one client invents", async () => {
    const headers = Array.from({ length: 4_000 }, (_, index) => header(String(index), 3_000));
    for (const cookie of headers) await readCookies(cookie);
    const kept = headers.filter(isKept);
    expect(kept.length).toBeGreaterThan(1_000);
    expect(kept.join("").length).toBeLessThan(5 * 1024 * 1024);
  });
});
