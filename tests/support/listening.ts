import type { Page } from "playwright";
import { addToCart, arriveAt, confirmation, fillDelivery, press } from "./journeys";
import { heard, phrasesOf } from "./reader";
import { live, openLive } from "./scripts";

/** The journey of which docs/screen-reader.md keeps what is said. */

/** Hears the page as it stands. */
type Hear = () => Promise<void>;

export async function listenToAnOrder(page: Page, hear: Hear): Promise<void> {
  await openLive(page, "/");
  await hear();
  await openLive(page, "/product/sandale-les-andalouses");
  // Tabs and messages of scripts come a moment later.
  await page.getByRole("tablist").waitFor();
  await hear();
  await addToCart(page);
  await openLive(page, "/cart");
  await hear();
  await page.getByRole("link", { name: "Passer à la commande" }).click();
  await arriveAt(page, "/checkout");
  await live(page);
  await press(page, "Continuer");
  await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  await live(page);
  await hear();
  await fillDelivery(page);
  await press(page, "Continuer");
  await arriveAt(page, "/checkout/paiement");
  await live(page);
  await hear();
  await press(page, "Continuer");
  await arriveAt(page, "/checkout/verification");
  await live(page);
  await hear();
  await press(page, "Passer la commande");
  await confirmation(page);
  await live(page);
  await page.getByRole("button", { name: "Fermer ce message" }).waitFor();
  await hear();
}

/** What is another at every order, or every year. */
const steady = (text: string) =>
  text
    .replace(/\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b/g, "ABCD-2345")
    .replace(/\b\d{1,2} \p{L}+ 20\d\d( à \d\d:\d\d)?/gu, "1 janvier 2030 à 12:00")
    .replace(/© 20\d\d/, "© 2030");

const inside = (lines: readonly string[], landmark: string) => {
  const from = lines.indexOf(landmark);
  const to = lines.indexOf(`end of ${landmark}`);
  return from < 0 ? [] : lines.slice(from + 1, to);
};

/** A log, page by page: header and footer in full once, from then on what they say that they have not said. */
export class Log {
  #pages: string[] = [];
  #first: string[] | undefined;

  async hear(page: Page): Promise<void> {
    const lines = heard(await phrasesOf(page));
    const first = this.#first ?? [];
    this.#first ??= lines;
    const told: string[] = [];
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? "";
      told.push(line);
      const before = line === "banner" || line === "contentinfo" ? inside(first, line) : [];
      if (before.length === 0) continue;
      const now = inside(lines, line);
      told.push("…", ...now.filter((phrase) => !before.includes(phrase)));
      at += now.length;
    }
    const address = new URL(page.url()).pathname;
    this.#pages.push(`## ${await page.title()}\n\n\`${address}\`\n\n\`\`\`text\n${told.join("\n")}\n\`\`\`\n`);
  }

  toString(): string {
    return steady([introduction, ...this.#pages].join("\n"));
  }
}

const introduction = `# What a screen reader says

The order of a shopper who listens, written by \`npm run listen\` and compared by \`tests/journeys/listening.test.ts\`: a heading is the title
that each page begins with, a line is a phrase. The [virtual screen reader](https://www.guidepup.dev/docs/virtual) walks through the pages in
a real Chromium, scripts running, from top to bottom. It names roles and states in English, as every reader does in the language of its
user; the rest is the shop's, and French. Left out is what readers in people's hands do not say: paragraphs, ends of list items,
options after the third, and what a link contains when it is the link's name. Header and footer are told once, and from then on what is new in them.
Numbers and dates of orders are the same in every log.
`;
