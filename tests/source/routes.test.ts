import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closedPaths } from "~/routes/seo/closed-paths";
import { rowsOf, sourceOf } from "../support/documents/documents";
import { codeOf, operationOf, type Route, table } from "../support/documents/routes";

/** Routes' handles (app/route-handle.ts), with the defaults. */

const namesOf = (isWrong: (route: (typeof table)[number]) => boolean) =>
  table.filter(isWrong).map(({ pattern }) => pattern);

describe("what routes say of themselves", () => {
  it("is read of every one of them, and closes those that say nothing", () => {
    expect(table.length).toBeGreaterThan(90);
    const handles = new Map(table.map(({ pattern, handle }) => [pattern, handle]));
    expect(handles.get("/account/data")).toEqual({ private: true, search: "closed" });
    expect(handles.get("/about")).toEqual({ private: false, search: "listed" });
  });

  it("fits together: only pages of one address are listed, only pages of all visitors are asked for ahead", () => {
    expect(
      namesOf(({ handle, pattern, isPage }) => handle.search === "listed" && (!isPage || /[:*]/.test(pattern))),
    ).toEqual([]);
    expect(namesOf(({ handle, isPage }) => handle.prefetched === true && (!isPage || handle.private))).toEqual([]);
    expect(namesOf(({ handle, isPage }) => handle.api === true && isPage)).toEqual([]);
    expect(namesOf(({ handle, isPage }) => handle.search === "hidden" && !isPage)).toEqual([]);
  });
});

it("a page stands in the layout of its area, which shows its errors, and nothing else does", () => {
  expect(namesOf(({ isPage, layouts }) => isPage !== layouts.length > 0)).toEqual([]);
  for (const file of new Set(table.flatMap(({ layouts }) => layouts)))
    expect(readFileSync(join(import.meta.dirname, "../../app", file), "utf8"), file).toContain(
      "function ErrorBoundary(",
    );
});

describe("what visitors may write (docs/operating.md)", () => {
  /** Programs' addresses that only read answer a POST with 405. */
  const isPost = (route: Route) => !route.handle.api || operationOf(route)?.[1].method === "POST";
  const posts = namesOf((route) => route.hasAction && isPost(route));
  const section = /### What visitors may write\n(.*?)\n### /s.exec(sourceOf("docs/operating.md") ?? "")?.[1] ?? "";
  const rows = rowsOf(section);
  const named = rows.flatMap(({ cells: [paths = ""] }) => [...paths.matchAll(/`([^`]+)`/g)].map(([, path]) => path));

  it("is said of every address that takes a POST, and of no other", () => {
    expect(posts.length).toBeGreaterThan(40);
    expect([...new Set(named)].sort()).toEqual([...posts].sort());
  });

  it("is said with what it writes, and how much in an hour", () => {
    for (const { line, cells } of rows) {
      expect(cells, `line ${line} of the section`).toHaveLength(4);
      expect(cells.filter((cell) => cell === "")).toEqual([]);
    }
  });
});

describe("parameters that a public page reads", () => {
  /** Names that the source of the page and of its neighbours uses. */
  const readBy = (source: string): string[] => {
    const constants = new Map(
      [...source.matchAll(/const (\w+) = "([\w-]+)";/g)].map(([, name, value]) => [name, value]),
    );
    return [...source.matchAll(/\b(?:searchParams|parameters)\.(?:get|getAll|has)\((?:"([\w-]+)"|(\w+))\)/g)].map(
      ([, text, name]) => text ?? constants.get(name) ?? `${name}?`,
    );
  };
  const pages = table.filter(({ handle, isPage }) => isPage && !handle.private);

  it.each(pages.map((route) => ({ pattern: route.pattern, route })))(
    "$pattern: all of them, and no others",
    ({ route }) => {
      const source = codeOf(route);
      expect(new Set(route.handle.reads ?? [])).toEqual(new Set(readBy(source)));
      expect(route.handle.wilaya ?? false).toBe(/\bfirstDeliveryLine\(/.test(source));
      expect(route.handle.lists ?? false).toBe(/\bparse\w*Listing\(/.test(source));
    },
  );

  it("are said of public pages only, since all others are rendered each time", () => {
    expect(
      namesOf((route) => !pages.includes(route) && (route.handle.reads ?? route.handle.lists) !== undefined),
    ).toEqual([]);
  });
});

describe("robots.txt", () => {
  it("closes as few beginnings of paths as close these and no others", () => {
    const closed = [
      "/checkout",
      "/checkout/paiement",
      "/commande/:number/annuler",
      "/newsletter/merci",
      "/newsletter/x",
    ];
    expect(closedPaths(closed, ["/", "/newsletter", "/commander"])).toEqual([
      "/checkout",
      "/commande/",
      "/newsletter/",
    ]);
    expect(closedPaths(["/search/suggestions"], ["/search/:word"])).toEqual(["/search/suggestions"]);
  });

  it("closes every route that is closed, and no other", () => {
    const of = (isClosed: boolean) => namesOf(({ handle }) => (handle.search === "closed") === isClosed);
    const starts = closedPaths(of(true), of(false));
    for (const path of of(true))
      expect(
        starts.filter((start) => path.startsWith(start)),
        path,
      ).toHaveLength(1);
    for (const path of of(false))
      expect(
        starts.filter((start) => path.startsWith(start)),
        path,
      ).toEqual([]);
  });
});
