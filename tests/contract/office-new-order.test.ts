import { describe, expect, it } from "vitest";
import { formatDinars } from "~/domain/values/money";
import type { Answer } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { followed, landed, someoneElse } from "../support/http/orders";
import { titleOf, words } from "../support/http/reading";
import { type SignedInStaff, signInStaff } from "../support/http/staff";
import { ordersIn } from "../support/shop/office-orders";
import { servedShop } from "../support/shop/served-shop";
import { rowsIn, runIn } from "../support/shop/stored";
import { setStatus } from "../support/shop/test-shop";

/** An order that staff take down, over HTTP and without scripts. */

const HERE = "/gestion/commandes/nouvelle";
const shop = servedShop();
const office = ordersIn(shop);

const variants = (where = "stock > 3") =>
  rowsIn<{ id: string; sku: string; name: string; price: number; stock: number }>(
    shop,
    `select variants.id, variants.sku, name, price, variants.stock from variants
         join products on products.id = product_id where active = 1 and variants.${where} order by variants.id limit 5`,
  );
const variantInStock = () => {
  const [variant] = variants();
  if (!variant) throw new Error("Nothing is left.");
  return variant;
};
const formOf = (answer: Answer) => formWith(answer.text, "canal");
const stockOf = (id: string) => variants(`id = '${id}'`)[0]?.stock;
const nextToCall = async ({ client }: SignedInStaff) => (await client.get("/gestion/appels")).location ?? "";
const orders = () =>
  rowsIn<{ number: string; channel: string | null; phone: string; total: number }>(
    shop,
    "select number, channel, phone, total from orders order by created_at desc, number",
  );

/** Presses of the form, each on the page that the last one answered. */
function takingDown({ client }: SignedInStaff) {
  let page: Answer | undefined;
  const press = async (typed: Record<string, string>, intent?: string) => {
    page ??= await client.get(HERE);
    page = await submit(client, formOf(page), typed, intent);
    return page;
  };
  return {
    press,
    /** Adds a pair, found by its reference. */
    async add({ id, sku }: { id: string; sku: string }) {
      await press({ recherche: sku }, "chercher");
      return press({ ajouter: id });
    },
    /** Types the client, and lets the communes and the total be shown. */
    async type(recipient: Record<string, string>) {
      await press({ ...recipient, commune: "" }, "communes");
      return press(recipient, "communes");
    },
  };
}

describe("an order that staff take down", () => {
  it("goes from a search to its page, with its channel", async () => {
    const staff = await signInStaff(shop, { role: "caller" });
    const { press, add, type } = takingDown(staff);
    const variant = variantInStock();
    const found = await press({ recherche: variant.name }, "chercher");
    expect(found.status).toBe(200);
    expect(formOf(found).buttons).toContainEqual(["ajouter", variant.id]);
    const added = await add(variant);
    expect(words(added)).toContain("Ajouté");
    await press({ quantite: "2", canal: "instagram" });
    const recipient = someoneElse();
    const shown = await type({ ...recipient, quantite: "٢", canal: "instagram" });
    const total = formOf(shown).fields.find(([name]) => name === "total")?.[1];
    expect(Number(total)).toBeGreaterThan(2 * variant.price);
    expect(words(shown)).toMatch(/Livraison 500 DA À encaisser \d+ \d+ DA/);
    expect(words(shown)).not.toContain("À payer");
    // An Arabic address does not take the price along with its figures.
    expect(words(shown)).toMatch(/Au point relais \u2068[^\u2069]+\u2069, \u2068[^\u2069]+\u2069 – 300 DA/);
    const before = stockOf(variant.id) ?? 0;
    const answer = await press({}, "commander");
    const [order] = orders();
    expect(followed(answer)).toBe(`/gestion/commandes/${order?.number}`);
    expect(order).toMatchObject({ channel: "instagram", total: Number(total) });
    expect(stockOf(variant.id)).toBe(before - 2);
  });

  it("is confirmed at once where the customer has just agreed, also when it is sent twice", async () => {
    const staff = await signInStaff(shop, { role: "caller" });
    const { press, add, type } = takingDown(staff);
    // Without an article there is no total to read out.
    expect((await type(someoneElse())).text).not.toContain("à encaisser");
    await add(variantInStock());
    const shown = formOf(await type(someoneElse()));
    const answer = await press({}, "confirmer");
    const [order] = orders();
    expect(followed(answer)).toBe(`/gestion/commandes/${order?.number}`);
    const page = words(await staff.client.get(followed(answer)));
    expect(page).toContain(`Commande n° ${order?.number} enregistrée et confirmée.`);
    expect(page).toContain("Confirmée");
    const count = orders().length;
    expect(followed(await submit(staff.client, shown, {}, "confirmer"))).toBe(followed(answer));
    expect(orders()).toHaveLength(count);
    expect(await nextToCall(staff)).not.toContain(order?.number);
  });

  it("says everything that is missing, and keeps what was typed", async () => {
    const { press } = takingDown(await signInStaff(shop));
    const refused = await press({ nom: "Benali", telephone: "12", remarque: "Sonnez" }, "commander");
    expect(refused.status).toBe(400);
    expect(titleOf(refused.text)).toBe("Erreur : Nouvelle commande – Gestion");
    // In the order of the fields.
    expect(words(refused)).toMatch(/Ajoutez au moins un article.*Numéro invalide.*Le prénom est requis.*La wilaya/);
    expect(Object.fromEntries(formOf(refused).fields)).toMatchObject({ nom: "Benali", telephone: "12" });
    expect(refused.text).toContain("Sonnez");
    expect(refused.text).toContain('href="#recherche"');
  });

  it("says at its ways of delivery that the pickup point is missing", async () => {
    const { press, type } = takingDown(await signInStaff(shop));
    await type(someoneElse());
    const refused = await press({ mode: "relais-0" }, "commander");
    expect(words(refused)).toContain("Choisissez un point relais");
    const [, id = ""] = /<p class="wrong" id="([^"]+)">Choisissez un point relais/.exec(refused.text) ?? [];
    expect(id).not.toBe("");
    const radios = [...refused.text.matchAll(/<input[^>]* name="mode"[^>]*>/g)].map(([tag]) => tag);
    expect(radios.length).toBeGreaterThan(1);
    for (const radio of radios) {
      expect(radio).toContain(`aria-describedby="${id}"`);
      expect(radio).toContain('aria-invalid="true"');
    }
  });

  it("is not stored before its total was shown, nor at another quantity than that", async () => {
    const { press, add, type } = takingDown(await signInStaff(shop));
    const count = orders().length;
    await add(variantInStock());
    const recipient = someoneElse();
    await press({ ...recipient, commune: "" }, "communes");
    // The commune was chosen in this press: nobody has read the total to the shopper.
    const first = await press(recipient, "commander");
    expect(first.status).toBe(400);
    expect(words(first)).toContain("Le total est de");
    const more = await press({ quantite: "3" }, "commander");
    expect(more.status).toBe(400);
    expect(orders()).toHaveLength(count);
    for (const quantite of ["0", "", "-1", "1.5", "1e9", "100"]) {
      const wrong = await press({ quantite }, "commander");
      expect([quantite, wrong.status, words(wrong).includes("va de 1 à 99")]).toEqual([quantite, 400, true]);
    }
    await type({ ...recipient, quantite: "1" });
    // Whatever stands in the search.
    expect((await press({ recherche: "zzzz" }, "commander")).status).toBe(303);
  });

  it("is one order for one form, whatever is pressed twice", async () => {
    const { client } = await signInStaff(shop);
    const staff = { client } as SignedInStaff;
    const { add, type } = takingDown(staff);
    await add(variantInStock());
    const form = formOf(await type(someoneElse()));
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(client, form, {}, "commander")));
    expect(new Set(answers.map(followed)).size).toBe(1);
    const other = await submit(client, form, { remarque: "Autre chose" }, "commander");
    expect(other.status).toBe(409);
    expect(words(other)).toContain("Ce formulaire a déjà servi à la commande");
  });

  it("is led to by its form, with its own total, whatever the pairs cost since or where they are sold", async () => {
    const { client } = await signInStaff(shop);
    const { add, type } = takingDown({ client } as SignedInStaff);
    const variant = variantInStock();
    await add(variant);
    const form = formOf(await type(someoneElse()));
    const page = followed(await submit(client, form, {}, "commander"));
    const [order] = orders();
    expect(page).toContain(order?.number);
    const count = orders().length;
    const set = (values: string) =>
      runIn(
        shop,
        `update products set ${values} where id = (select product_id from variants where id = '${variant.id}')`,
      );
    try {
      for (const values of ["price = price + 500", "active = 0"]) {
        set(values);
        expect(followed(await submit(client, form, {}, "commander"))).toBe(page);
        expect(words(await client.get(page))).toContain(
          `Commande n° ${order?.number} enregistrée. À encaisser : ${formatDinars(order?.total ?? 0).replace(/\s/g, " ")}.`,
        );
        const other = await submit(client, form, { remarque: "Autre chose" }, "commander");
        expect([400, 409]).toContain(other.status);
      }
      expect(orders()).toHaveLength(count);
    } finally {
      set(`active = 1, price = ${variant.price}`);
    }
  });

  it("is not said to be stored where its form's order was cancelled; pressed again, it is", async () => {
    const staff = await signInStaff(shop);
    const { add, type } = takingDown(staff);
    await add(variantInStock());
    const form = formOf(await type(someoneElse()));
    const page = followed(await submit(staff.client, form, {}, "confirmer"));
    const number = page.slice("/gestion/commandes/".length);
    await setStatus(office.counter, number, "cancelled");
    const count = orders().length;
    const again = await submit(staff.client, form, {}, "confirmer");
    expect(again.status).toBe(409);
    expect(words(again)).toContain(
      `Ce formulaire a déjà servi à la commande n° ${number}, annulée depuis. Enregistrer en ferait une autre.`,
    );
    expect(orders()).toHaveLength(count);
    const second = followed(await submit(staff.client, formOf(again), {}, "confirmer"));
    expect(second).not.toBe(page);
    expect(orders()).toHaveLength(count + 1);
    expect(words(await staff.client.get(second))).toContain("enregistrée et confirmée.");
  });

  it("finds a known client, and says how many of that phone's orders are open", async () => {
    const staff = await signInStaff(shop);
    const recipient = { ...someoneElse(), adresse: "3, rue des Frères", remarque: "Sonnez" };
    for (let at = 0; at < 2; at += 1) {
      const { add, type, press } = takingDown(staff);
      await add(variantInStock());
      await type(recipient);
      await landed(staff.client, await press({}, "commander"));
    }
    const { press, add } = takingDown(staff);
    await add(variantInStock());
    const known = await press({ telephone: recipient.telephone, remarque: "Livrer samedi" }, "retrouver");
    expect(words(known)).toContain("Retrouver ce client Client retrouvé : relisez l'adresse avec lui.");
    expect(words(known)).toContain("2 commandes récentes, 2 en attente de confirmation");
    expect(Object.fromEntries(formOf(known).fields)).toMatchObject({
      nom: recipient.nom,
      prenom: recipient.prenom,
      wilaya: "31",
      commune: "3101",
      adresse: "3, rue des Frères",
      // Of this order, and as it was typed.
      remarque: "Livrer samedi",
    });
    expect(formOf(known).fields.filter(([name]) => name === "ligne")).toHaveLength(1);
    // Said of this phone after other presses as well.
    expect(words(await press({ quantite: "2", telephone: "0799999998" }))).toMatch(
      /0661 \d\d \d\d \d\d : 2 commandes récentes/,
    );
    await press({ quantite: "1", telephone: recipient.telephone ?? "" });
    expect((await press({}, "commander")).status).toBe(303);
    expect(words(await takingDown(staff).press({ telephone: "0799999999" }, "retrouver"))).toContain(
      "Retrouver ce client Aucune commande avec ce numéro pour le moment.",
    );
    expect((await takingDown(staff).press({ telephone: "07" }, "retrouver")).status).toBe(400);
  });

  it("sells nothing that has gone meanwhile", async () => {
    const { press, add, type } = takingDown(await signInStaff(shop));
    const variant = variantInStock();
    await add(variant);
    await type(someoneElse());
    const set = (stock: number) => runIn(shop, "update variants set stock = ? where id = ?", stock, variant.id);
    set(0);
    const refused = await press({}, "commander");
    set(variant.stock);
    expect(refused.status).toBe(400);
    expect(words(refused)).toContain("Rupture de stock");
    const removed = await press({ retirer: variant.id });
    expect(formOf(removed).fields.filter(([name]) => name === "ligne")).toEqual([]);
  });

  it("keeps Enter in any field from storing it", async () => {
    const { client } = await signInStaff(shop);
    expect(formOf(await client.get(HERE)).buttons[0]).toEqual(["intent", "chercher"]);
  });
});
