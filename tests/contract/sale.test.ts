import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { mainOf, titleOf, wordsIn } from "../support/http/reading";
import { homeSections, setHomeSections } from "../support/shop/home-sections";
import { clientOf, servedShop } from "../support/shop/served-shop";

/** What the sale is called, on kept pages as well (decision 042). */

const calendar = pathToFileURL(join(import.meta.dirname, "../support/shop/calendar.mjs")).href;
const shop = servedShop({ env: { NODE_OPTIONS: `--import=${calendar}` } });
const client = clientOf(shop, beforeAll);

/** Its name on its own page and in the menu of another; the title of its slide. */
async function names(date: string) {
  const at = (path: string) => client.get(path, { "x-date": date });
  const [page, other, home] = [await at("/sales/summer"), await at("/terms"), await at("/")];
  const heading = wordsIn(/<h1[^>]*>.*?<\/h1>/.exec(mainOf(page))?.[0] ?? "").trim();
  const menus = [...other.text.matchAll(/<a [^>]*href="\/sales\/summer"[^>]*>([^<]*)/g)].map(([, name = ""]) =>
    wordsIn(name),
  );
  const [, slide = ""] = /<h2[^>]*>(Les soldes.*?)<\/h2>/.exec(mainOf(home)) ?? [];
  return { title: titleOf(page.text).replace(" – Wahrane", ""), heading, menus, slide: wordsIn(slide) };
}

const summer = {
  title: "Soldes d'été",
  heading: "Soldes d'été",
  menus: ["Soldes d'été", "Soldes d'été"],
  slide: "Les soldes d'été",
};
const plain = { title: "Soldes", heading: "Soldes", menus: ["Soldes", "Soldes"], slide: "Les soldes" };

it("the year of a kept page is Algeria's", async () => {
  const year = async (date: string) => /© (\d+)/.exec((await client.get("/terms", { "x-date": date })).text)?.[1];
  expect(await year("2027-12-31T22:59:59Z")).toBe("2027");
  expect(await year("2027-12-31T23:00:00Z")).toBe("2028");
  expect(await year("2028-01-01T08:00:00Z")).toBe("2028");
});

describe("the sale", () => {
  it("is the summer's from the midnight of Algiers before 21 June to the one after 21 September", async () => {
    expect(await names("2027-06-20T22:59:59Z")).toEqual(plain);
    expect(await names("2027-06-20T23:00:00Z")).toEqual(summer);
    expect(await names("2027-09-21T22:59:59Z")).toEqual(summer);
    expect(await names("2027-09-21T23:00:00Z")).toEqual(plain);
  });

  it("is the summer's on the dates that its slide names", async () => {
    const dates = { startDate: "2027-05-01", endDate: "2027-07-14" };
    const sections = homeSections(shop).map((section) => {
      const { slides, ...content } = JSON.parse(section.content) as { slides?: { link?: string }[] };
      const dated = slides?.map((slide) => (slide.link === "/sales/summer" ? { ...slide, ...dates } : slide));
      return { ...section, content: { ...content, ...(dated && { slides: dated }) } };
    });
    setHomeSections(shop, sections);
    expect(await names("2027-04-30T12:00:00Z")).toEqual(plain);
    expect(await names("2027-05-01T12:00:00Z")).toEqual(summer);
    expect(await names("2027-07-14T12:00:00Z")).toEqual(summer);
    expect(await names("2027-07-15T12:00:00Z")).toEqual(plain);
  });
});
