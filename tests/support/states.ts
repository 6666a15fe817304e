import type { Page } from "playwright";
import { addToCart, arriveAt, checkOut, fillDelivery, findAPair, keepInWishlist, open, press } from "./journeys";

/**
 * Every page of the shop in every state, by how a shopper gets there, scripts or not. Accessibility, validity and titles are
 * checked on each of them.
 */
export const states = {
  home: (page) => open(page, "/"),
  listing: (page) => open(page, "/shop"),
  "listing, sorted, page 2": (page) => open(page, "/shop?tri=prix-croissant&page=2"),
  "listing, refined": async (page) => {
    await open(page, "/shop?couleur=noir&pointure=42&prix-max=9000");
    // On a phone the panel is closed; beside the list there is nothing to press.
    const filters = page.locator("details.filters summary");
    if (await filters.isVisible()) await filters.click();
  },
  "listing, nothing found": (page) => open(page, "/shop?couleur=violet&pointure=28&genre=homme"),
  "listing, page behind the last": (page) => open(page, "/shop?page=99"),
  "audience, sub-categories": (page) => open(page, "/femme"),
  "audience, collections, refined": (page) =>
    open(page, "/homme?subcategory=homme-sandales&couleur=marron&prix-max=9000"),
  "new arrivals": (page) => open(page, "/nouveaute"),
  categories: (page) => open(page, "/categories"),
  "category, one part": (page) => open(page, "/category/boston?subcategory=boston-cuir"),
  collections: (page) => open(page, "/collections"),
  collection: (page) => open(page, "/collection/premium"),
  sale: (page) => open(page, "/sales/summer"),
  product: (page) => findAPair(page),
  "product, discounted": (page) => open(page, "/product/sandale-corales"),
  "product, gallery, size guide and tabs": async (page) => {
    await open(page, "/product/boston-santa-cruz");
    await page.getByText("Guide des pointures").click();
    // With scripts: dots on the pictures. (Tabs come by themselves, where the details are near.)
    await page.locator("#galerie section").evaluate((strip: HTMLElement) => strip.focus({ preventScroll: true }));
  },
  "product, sold out": (page) => open(page, "/product/ballerine-opera"),
  "product, unknown": (page) => open(page, "/product/rien"),
  "product, added (flash)": async (page) => {
    await findAPair(page);
    await addToCart(page);
  },
  "product, communes shown": async (page) => {
    await findAPair(page);
    await fillDelivery(page);
  },
  "product, refused": async (page) => {
    await findAPair(page);
    await page.getByLabel("Nom", { exact: true }).fill("Benali");
    await press(page, "Commander maintenant");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  },
  "search, empty": (page) => open(page, "/search"),
  "search, hits": (page) => open(page, "/search?q=chaussures"),
  "search, no hits": (page) => open(page, "/search?q=smartphone"),
  "wishlist, empty": (page) => open(page, "/wishlist"),
  "wishlist, filled": async (page) => {
    await keepInWishlist(page, "/product/ballerine-opera");
    await keepInWishlist(page, "/product/boston-letang");
    await open(page, "/wishlist");
  },
  "cart, empty": (page) => open(page, "/cart"),
  "cart, filled": async (page) => {
    await findAPair(page);
    await addToCart(page, 2);
    await open(page, "/cart");
  },
  "cart, refused": async (page) => {
    await findAPair(page);
    await addToCart(page);
    await open(page, "/cart");
    await page.getByLabel("Quantité").first().fill("99");
    await press(page, "Mettre à jour");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  },
  "checkout, delivery": async (page) => {
    await findAPair(page);
    await addToCart(page);
    await open(page, "/checkout");
  },
  "checkout, delivery, refused": async (page) => {
    await findAPair(page);
    await addToCart(page);
    await open(page, "/checkout");
    await press(page, "Continuer");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  },
  "checkout, payment": async (page) => {
    await findAPair(page);
    await addToCart(page);
    await open(page, "/checkout");
    await fillDelivery(page);
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
  },
  "checkout, review": async (page) => {
    await findAPair(page);
    await addToCart(page);
    await open(page, "/checkout");
    await fillDelivery(page);
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/verification");
  },
  "order (flash)": async (page) => {
    await findAPair(page);
    await addToCart(page);
    await checkOut(page);
  },
  "order, somebody else's": (page) => open(page, "/commande/ABCD-2345"),
  tracking: (page) => open(page, "/suivi"),
  "tracking, refused": async (page) => {
    await open(page, "/suivi");
    await page.getByLabel("Numéro de commande").fill("ABCD-2345");
    await page.getByLabel("Téléphone", { exact: true }).fill("0550123456");
    await page.getByRole("main").getByRole("button").first().click();
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  },
  about: (page) => open(page, "/about"),
  "faq, opened": async (page) => {
    await open(page, "/faq");
    for (const question of await page.getByRole("main").locator("summary").all()) await question.click();
  },
  "loyalty-program": (page) => open(page, "/loyalty-program"),
  terms: (page) => open(page, "/terms"),
  privacy: (page) => open(page, "/privacy"),
  "not found": (page) => open(page, "/nulle-part"),
  refused: (page) => open(page, "/refus/403"),
} satisfies Record<string, (page: Page) => Promise<void>>;

export const stateNames = Object.keys(states) as (keyof typeof states)[];
