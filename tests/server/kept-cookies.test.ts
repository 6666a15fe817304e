import { isCookie } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { knownCookies, readCookies } from "~/page-cache/visitor-cookies.server";
import * as cookies from "~/session/cookies.server";

/** The store of browsers' cookies is bounded in bytes. */

const header = (name: string, bytes: number) => `wilaya=MzE%3D; a=${name.padEnd(bytes, "x")}`;
const read = async (cookie: string) => knownCookies(cookie) ?? (await readCookies(cookie));
const isKept = async (cookie: string) => {
  const contents = await read(cookie);
  return contents === knownCookies(cookie);
};

describe("cookies that a browser sends again", () => {
  it("are read once, unless they are long", async () => {
    expect(await read(header("usual", 200))).toMatchObject({ wilaya: 31, isStranger: false });
    expect(await isKept(header("usual", 200))).toBe(true);
    expect(await isKept(header("long", 8_000))).toBe(false);
  });

  it("are at most 5 MB, however many one client invents", async () => {
    const headers = Array.from({ length: 4_000 }, (_, index) => header(String(index), 3_000));
    const contents = new Map<string, unknown>();
    for (const cookie of headers) contents.set(cookie, await read(cookie));
    const kept: string[] = [];
    // The newest first: one that is read again takes an older one's place.
    for (const cookie of headers.reverse()) if (knownCookies(cookie) === contents.get(cookie)) kept.push(cookie);
    expect(kept.length).toBeGreaterThan(1_000);
    expect(kept.join("").length).toBeLessThan(5 * 1024 * 1024);
  });
});

describe("a browser with one cookie", () => {
  const names = [...Object.values(cookies).flatMap((value) => (isCookie(value) ? value.name : [])), "flash", "theme"];
  /** Only private pages read these. */
  const PRIVATE = ["vus", "reserve", "provenance", "gestion", "gestion-connu", "gestion-une-fois"];

  it.each(names)("%s gets pages of its own, unless only private pages read it", async (name) => {
    expect((await readCookies(`${name}=x`)).isStranger).toBe(PRIVATE.includes(name));
  });

  it("of somebody else's is a stranger", async () => {
    expect((await readCookies("_ga=x; visitors=x")).isStranger).toBe(true);
  });
});
