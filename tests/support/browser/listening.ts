import type { Page } from "playwright";
import { linkIn, mailsTo, newAddress, PASSWORD } from "../http/signed-in";
import type { RunningShop } from "../shop/shop-server";
import { addToCart, arriveAt, fillDelivery, press, shopper } from "./journeys";
import { phrasesOf, spokenLines } from "./reader";
import { live, openLive } from "./scripts";

/**
 * The journey that docs/registers/screen-reader.md records: registering and ordering a pair.
 * @param record writes down the page as it stands
 */
export async function listenToAnOrder(page: Page, shop: RunningShop, record: () => Promise<void>): Promise<void> {
  // An address registers once, and the test is tried again where a page came late.
  const email = newAddress();
  await openLive(page, "/");
  await record();
  // As a visitor who opened the account's page and was redirected.
  await openLive(page, "/account");
  await arriveAt(page, "/login");
  await record();
  await page.getByRole("main").getByRole("link", { name: "Créer un compte" }).click();
  await arriveAt(page, "/register");
  await live(page);
  await record();
  await page.getByLabel("Prénom", { exact: true }).fill(shopper.prenom);
  await page.getByLabel("Nom", { exact: true }).fill(shopper.nom);
  await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmez le mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await press(page, "Créer mon compte");
  await arriveAt(page, "/account");
  await live(page);
  await record();
  await openLive(page, linkIn((await mailsTo(shop, email))[0], "/register/confirmation"));
  await record();
  await press(page, "Confirmer mon adresse");
  await arriveAt(page, "/account");
  await openLive(page, "/product/sandale-les-andalouses");
  // Scripts add tabs and messages a moment later.
  await page.getByRole("tablist").waitFor();
  await record();
  await addToCart(page);
  await openLive(page, "/cart");
  await record();
  await page.getByRole("link", { name: "Passer à la commande" }).click();
  await arriveAt(page, "/checkout");
  await live(page);
  await press(page, "Continuer");
  await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  await live(page);
  await record();
  await fillDelivery(page);
  await press(page, "Continuer");
  await arriveAt(page, "/checkout/paiement");
  await live(page);
  await record();
  await press(page, "Continuer");
  await arriveAt(page, "/checkout/verification");
  await live(page);
  await record();
  await press(page, "Passer la commande");
  await arriveAt(page, /^\/(commande|account\/orders)\//);
  await live(page);
  await record();
}

/** Replaces what differs at every account, at every order or every year. */
const steady = (text: string) =>
  text
    .replace(/\bsamira\d+@/g, "samira@")
    .replace(/\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b/g, "ABCD-2345")
    .replace(/\b\d{1,2}(?:er)? \p{L}+ 20\d\d( à \d\d:\d\d)?/gu, "1 janvier 2030 à 12:00")
    .replace(/\b\d\d\/\d\d\/20\d\d \d\d:\d\d/g, "01/01/2030 12:00")
    .replace(/\b20\d\d-\d\d-\d\d\b/g, "2030-01-01")
    .replace(/Reçue\s\d{1,2}(?:er)?\s\p{L}+\.?/gu, "Reçue 1 janv.")
    .replace(/© 20\d\d/, "© 2030");

const inside = (lines: readonly string[], landmark: string) => {
  const from = lines.indexOf(landmark);
  const to = lines.indexOf(`end of ${landmark}`);
  return from < 0 ? [] : lines.slice(from + 1, to);
};

/** A log, page by page, which leaves out lines of header and footer that it has already. */
export class Log {
  #pages: string[] = [];
  #heard = new Map<string, Set<string>>();

  /** @param beginning its title, and what its pages are about */
  constructor(readonly beginning: string) {}

  /** @param said at once, before the page is read */
  async record(page: Page, said?: string): Promise<void> {
    const lines = spokenLines(await phrasesOf(page));
    const kept: string[] = said === undefined ? [] : [`said, ${said.replace(/\s/g, " ")}`];
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? "";
      kept.push(line);
      if (line !== "banner" && line !== "contentinfo") continue;
      const before = this.#heard.get(line);
      const now = inside(lines, line);
      kept.push(...(before ? ["…"] : []), ...now.filter((phrase) => !before?.has(phrase)));
      this.#heard.set(line, new Set([...(before ?? []), ...now]));
      at += now.length;
    }
    const address = new URL(page.url()).pathname;
    this.#pages.push(`## ${await page.title()}\n\n\`${address}\`\n\n\`\`\`text\n${kept.join("\n")}\n\`\`\`\n`);
  }

  toString(): string {
    return steady([`${this.beginning} ${introduction}`, ...this.#pages].join("\n"));
  }
}

const introduction = `\`npm run listen\` writes this log,
\`tests/journeys/listening.test.ts\` compares it. A heading is the title that a page begins with, a line is a
phrase. The [virtual screen reader](https://www.guidepup.dev/docs/virtual) walks through the pages in a real
Chromium, scripts running, from top to bottom. It names roles and states in English, as every reader does in the
language of its user; the rest is the shop's, and French. Left out is what readers in people's hands do not say:
paragraphs, ends of list items, options after the third, and what a link contains when it is the link's name.
Header and footer are written once, and after that only what is new in them.
Numbers and dates of orders are the same in every log.
`;
