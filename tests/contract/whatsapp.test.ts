import { describe, expect, it } from "vitest";
import { type Answer, Client } from "../support/http/client";
import { checkout, fillCart, followed, SLUG } from "../support/http/orders";
import { mainOf, words } from "../support/http/reading";
import { servedShop } from "../support/shop/served-shop";

const NUMBER = "0550123456";

/** Where the page's links to WhatsApp lead, each with the message that it begins. */
const chatsOn = (answer: Answer): [path: string, message: string | null][] =>
  [...mainOf(answer).matchAll(/<a\b[^>]* href="(https:\/\/wa\.me[^"]*)"/g)].map(([, href = ""]) => {
    const { pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"));
    return [pathname, searchParams.get("text")];
  });

describe("with SHOP_WHATSAPP", () => {
  const shop = servedShop({ env: { SHOP_WHATSAPP: NUMBER } });

  it("the product's page links to a chat about the product, beside the phone number", async () => {
    const page = await new Client(shop.url).get(`/product/${SLUG}`);
    expect(chatsOn(page)).toEqual([
      ["/213550123456", `Bonjour, une question sur Boston Santa Cruz – sabot\u00a0: ${shop.url}/product/${SLUG}`],
    ]);
    expect(words(page)).toMatch(/Une question\s\? Appelez-nous au 041 00 00 00 ou écrivez-nous sur WhatsApp/);
  });

  it("the cart's and the order's pages do so about these", async () => {
    const client = new Client(shop.url);
    await fillCart(client, SLUG);
    expect(chatsOn(await client.get("/cart"))).toEqual([["/213550123456", "Bonjour, une question sur mon panier"]]);
    const { send } = await checkout(client);
    const path = followed(await send());
    const number = path.split("/").at(-1)?.split("?")[0];
    expect(chatsOn(await client.get(path))).toEqual([
      ["/213550123456", `Bonjour, une question sur ma commande n°\u00a0${number}`],
    ]);
  });

  it("the contact page names the number, and loads nothing from there", async () => {
    const page = await new Client(shop.url).get("/contact");
    expect(chatsOn(page)).toEqual([["/213550123456", "Bonjour,"]]);
    expect(words(page)).toContain("WhatsApp 0550 12 34 56");
    expect(page.text).not.toMatch(/(?:src|srcset|action)="https:\/\/wa\.me/);
  });
});

describe("with SHOP_WHATSAPP and no phone", () => {
  const shop = servedShop({ env: { SHOP_PHONE: "", SHOP_WHATSAPP: NUMBER } });

  it("one writes instead of calling", async () => {
    const page = await new Client(shop.url).get(`/product/${SLUG}`);
    expect(words(page)).toMatch(/Une question\s\? Écrivez-nous sur WhatsApp/);
    expect(words(page)).not.toMatch(/appelez-nous/i);
  });
});
