import { describe, expect, it } from "vitest";
import type { Client } from "../support/http/client";
import { filled, formsOf, formWith } from "../support/http/forms";
import { followed, orderedIn } from "../support/http/orders";
import { titleOf, words } from "../support/http/reading";
import { signInStaff } from "../support/http/staff";
import { ordersIn } from "../support/shop/office-orders";
import { settleParcel } from "../support/shop/parcels";
import { servedShop } from "../support/shop/served-shop";
import { rowsIn, valuesIn } from "../support/shop/stored";
import { setStatus } from "../support/shop/test-shop";

/** Several orders at once, over HTTP and without scripts. */

const LIST = "/gestion/commandes";
const HERE = `${LIST}/groupe`;
const shop = servedShop();
const orders = ordersIn(shop);

const placed = async (count: number) => {
  const numbers: string[] = [];
  while (numbers.length < count) numbers.push(await orderedIn(shop));
  return numbers;
};
const rowOf = (number: string) =>
  rowsIn<{ status: string; version: number }>(shop, "select status, version from orders where number = ?", number)[0];
/** What the list posts. */
const chosen = (numbers: readonly string[], version = 0) =>
  numbers.map((number): [string, string] => ["choix", `${number}:${version}`]);
/** Reads the page of what will be done. */
const reviewed = async (client: Client, numbers: readonly string[], faire: string) => {
  const address = followed(await client.post(HERE, [...chosen(numbers), ["faire", faire]]));
  return { address, page: await client.get(address) };
};

describe("several orders at once", () => {
  it("are shown before anything is done, and again after reload", async () => {
    const { client } = await signInStaff(shop, { role: "caller" });
    const numbers = await placed(2);
    const { address, page } = await reviewed(client, [...numbers, "ZZZZ-ZZZZ"], "confirmer");
    expect(titleOf(page.text)).toBe("Confirmer 2 commandes – Gestion");
    expect(words(page)).toContain("Laissée de côté (1)");
    expect(words(page)).toContain("commande introuvable");
    expect(words(await client.get(address))).toBe(words(page));
    for (const number of numbers) expect(rowOf(number)).toEqual({ status: "pending", version: 0 });
  });

  it("are chosen with what the role may do, and lead back to the list with its filters", async () => {
    const [number = ""] = await placed(1);
    const list = `${LIST}?q=${number}`;
    const buttonsFor = async (role: "owner" | "caller" | "packer") => {
      const { client } = await signInStaff(shop, { role });
      const forms = formsOf((await client.get(list)).text);
      return forms.find(({ action }) => action === HERE)?.buttons.map(([, value]) => value);
    };
    expect(await buttonsFor("owner")).toEqual(["confirmer", "annuler", "noter"]);
    expect(await buttonsFor("caller")).toEqual(["confirmer", "annuler", "noter"]);
    expect(await buttonsFor("packer")).toEqual(["noter"]);
    const { client } = await signInStaff(shop);
    const plan = async (retour: string) => {
      const chosenHere = [...chosen([number]), ["faire", "noter"], ["retour", retour]] as [string, string][];
      return (await client.get(followed(await client.post(HERE, chosenHere)))).text;
    };
    // What was ticked is ticked again.
    const ticked = new URLSearchParams({ choix: `${number}:0` });
    expect(await plan(list)).toContain(`href="${list}&amp;${ticked}">Ne rien faire`);
    const forms = formsOf((await client.get(`${list}&${ticked}`)).text);
    const choice = forms.find(({ action }) => action === HERE);
    expect(choice?.fields).toContainEqual(["choix", `${number}:0`]);
    expect(choice?.fields).toContainEqual(["retour", list]);
    for (const elsewhere of ["https://example.com/gestion/commandes", "/gestion/journal", `${LIST}/export`])
      expect(await plan(elsewhere)).toContain(`href="${LIST}?${ticked}">Ne rien faire`);
    for (const post of [[], chosen([number]), [["faire", "noter"]]] as [string, string][][])
      expect(followed(await client.post(HERE, [...post, ["retour", list]]))).toBe(list);
  });

  it("are handed over, delivered and returned by who packs, who confirms and cancels none", async () => {
    const { client } = await signInStaff(shop, { role: "packer" });
    const caller = await signInStaff(shop, { role: "caller" });
    const numbers = await placed(2);
    const [one = "", other = ""] = numbers;
    for (const faire of ["confirmer", "annuler"]) {
      const query = new URLSearchParams({ faire, choix: `${one}:0` });
      expect((await client.get(`${HERE}?${query}`)).status).toBe(404);
      expect((await client.post(HERE, [...chosen([one]), ["faire", faire]])).status).toBe(404);
    }
    for (const faire of ["expedier", "livrer", "retourner"])
      expect((await caller.client.post(HERE, [...chosen([one]), ["faire", faire]])).status).toBe(404);
    const confirming = formWith((await reviewed(caller.client, numbers, "confirmer")).page.text, "cle");
    await caller.client.post(confirming.action, confirming.fields);

    /** @returns the titles of what will be done, and of what was done */
    const work = async (chosenNumbers: string[], version: number, faire: string) => {
      const address = followed(await client.post(HERE, [...chosen(chosenNumbers, version), ["faire", faire]]));
      const plan = await client.get(address);
      const form = formWith(plan.text, "cle");
      const report = await client.get(followed(await client.post(form.action, form.fields)));
      return [plan, report].map(({ text }) => titleOf(text).replace(/ – .*/, ""));
    };
    expect(await work(numbers, 1, "expedier")).toEqual([
      "Remettre 2 commandes au livreur",
      "2 commandes remises au livreur",
    ]);
    expect(await work([one], 2, "livrer")).toEqual(["Marquer 1 commande comme livrée", "1 commande livrée"]);
    expect(await work([other], 2, "retourner")).toEqual(["Marquer 1 commande comme retournée", "1 commande retournée"]);
    expect(rowOf(one)).toEqual({ status: "delivered", version: 3 });
    expect(rowOf(other)).toEqual({ status: "returned", version: 3 });
  });

  it("are offered what their own pages offer, where the courier keeps a cancelled parcel", async () => {
    const there = orders.openCounter(() => new Date(), { connection: {} });
    const { number } = await orders.place({ lastName: "Mekhloufi" });
    await setStatus(there, number, "confirmed");
    await settleParcel(there, number, { kind: "posted", tracking: "yal-mekhloufi" });
    await setStatus(there, number, "cancelled");
    const { client } = await signInStaff(shop, { role: "packer" });
    const list = formsOf((await client.get(`${LIST}?q=mekhloufi`)).text).find(({ action }) => action === HERE);
    expect(list?.buttons.map(([, value]) => value)).toEqual(["livrer", "retourner", "noter"]);
    const version = rowOf(number)?.version ?? 0;
    const address = followed(await client.post(HERE, [...chosen([number], version), ["faire", "retourner"]]));
    expect(titleOf((await client.get(address)).text)).toBe("Marquer 1 commande comme retournée – Gestion");
  });

  it("are printed together, each once, as the role sees them", async () => {
    const { client } = await signInStaff(shop, { role: "packer" });
    const numbers = await placed(2);
    const query = new URLSearchParams(chosen([...numbers, ...numbers, "ZZZZ-ZZZZ"]));
    const page = await client.get(`/gestion/commandes/bons?${query}`);
    for (const number of numbers) expect(page.text.split(` id="bon-${number}"`)).toHaveLength(2);
    expect(words(page)).toContain("2 bons, un par feuille.");
    const list = `${LIST}?statut=en-attente`;
    const back = (await client.get(`${LIST}/bons?${query}&retour=${encodeURIComponent(list)}`)).text;
    // What was ticked is ticked again.
    const ticked = new URLSearchParams({ choix: [...numbers, "ZZZZ-ZZZZ"].map((number) => `${number}:0`).join(" ") });
    expect(back).toContain(`href="${list}&amp;${ticked}">Retour aux commandes`);
    expect(words(page)).not.toContain("Téléphone");
    expect(words(await client.get("/gestion/commandes/bons"))).toContain("Aucune commande n'est cochée.");
  });

  it("are printed behind what is to be taken from the stock for all, which a single one is without", async () => {
    const { client } = await signInStaff(shop, { role: "packer" });
    const [one = "", other = "", sent = ""] = await placed(3);
    const slips = async (...of: string[]) =>
      words(await client.get(`${LIST}/bons?${new URLSearchParams(chosen(of))}`)).replace(/\s/g, " ");
    const own = "select variant_id from order_lines join orders on orders.id = order_id where number = ?";
    const [sku] = valuesIn(shop, `select sku from variants where id = (${own})`, one);
    const title = "À prendre en rayon : 2 paires pour 2 commandes";
    const both = await slips(one, other);
    expect(both).toContain("2 bons, un par feuille. D'abord, ce qui est à prendre en rayon.");
    expect(both).toMatch(new RegExp(`${title} 2 × Boston Santa Cruz, [^×]* ?, ${sku} .*Commande ${one}`));
    for (const status of ["confirmed", "shipped"] as const) await setStatus(orders.counter, sent, status);
    // What is on its way has left the stock.
    expect(await slips(one, other, sent)).toContain(title);
    for (const alone of [[one], [one, sent], [sent]]) expect(await slips(...alone)).not.toContain("rayon");
  });

  it("are not printed once they have ended, and those that changed since the list was read are named", async () => {
    const { client } = await signInStaff(shop, { role: "packer" });
    const numbers = await placed(4);
    const [same = "", changed = "", sent = "", gone = ""] = numbers;
    for (const number of [changed, sent]) await setStatus(orders.counter, number, "confirmed");
    await setStatus(orders.counter, sent, "shipped");
    await setStatus(orders.counter, gone, "cancelled");
    const slips = (...of: string[]) => client.get(`${LIST}/bons?${new URLSearchParams(chosen(of))}`);
    const page = await slips(...numbers);
    for (const number of [same, changed, sent]) expect(page.text).toContain(` id="bon-${number}"`);
    expect(page.text).not.toContain(` id="bon-${gone}"`);
    const found = words(page);
    expect(found).toContain("3 bons, un par feuille.");
    expect(found).toContain("À vérifier avant d'imprimer");
    expect(found).toContain(`${changed} : modifiée entre-temps`);
    expect(found).toContain(`${sent} : déjà expédiée`);
    expect(found).toContain(`${gone} : annulée, sans bon`);
    expect(found).not.toContain(`${same} : `);
    expect(words(await slips(gone))).toContain("Aucun bon à imprimer.");
    expect(words(await slips(same))).not.toContain("À vérifier");
    // Its own page prints it all the same.
    expect((await client.get(`${LIST}/${gone}/imprimer`)).text).toContain(` id="bon-${gone}"`);
  });

  it("get one result a line, and the same after a second post", async () => {
    const { client } = await signInStaff(shop, { role: "caller" });
    const numbers = await placed(3);
    const { page } = await reviewed(client, numbers, "confirmer");
    const form = formWith(page.text, "cle");
    // Meanwhile somebody else confirms one.
    const [first = "", changed = ""] = numbers;
    const other = await signInStaff(shop);
    const alone = await reviewed(other.client, [changed], "confirmer");
    const own = formWith(alone.page.text, "cle");
    await other.client.post(own.action, own.fields);

    const result = followed(await client.post(form.action, form.fields));
    expect(followed(await client.post(form.action, form.fields))).toBe(result);
    const report = await client.get(result);
    expect(titleOf(report.text)).toBe("2 commandes confirmées, 1 laissée de côté – Gestion");
    expect(words(report)).toContain("modifiée entre-temps");
    expect(report.text).toContain(`/gestion/commandes/${first}`);
    for (const number of numbers) expect(rowOf(number)).toEqual({ status: "confirmed", version: 1 });
  });

  it("are cancelled with a reason only", async () => {
    const { client } = await signInStaff(shop, { role: "caller" });
    const numbers = await placed(2);
    const { page } = await reviewed(client, numbers, "annuler");
    expect(words(page)).toContain("Une commande annulée ainsi ne se reprend pas.");
    const form = formWith(page.text, "cle");
    const refused = await client.post(form.action, filled(form, { precision: "Modèle abîmé" }));
    expect(refused.status).toBe(400);
    expect(titleOf(refused.text)).toBe("Erreur : Annuler 2 commandes – Gestion");
    expect(words(refused)).toContain("Choisissez un motif");
    expect(refused.text).toContain('value="Modèle abîmé"');
    const vague = await client.post(form.action, filled(form, { motif: "autre" }));
    expect([vague.status, words(vague).includes("Précisez la raison")]).toEqual([400, true]);
    const long = await client.post(form.action, filled(form, { motif: "stock", precision: "x".repeat(201) }));
    expect(long.text).toContain("x".repeat(201));
    const typed = { motif: "stock", precision: "Modèle abîmé" };
    const done = await client.get(followed(await client.post(form.action, filled(form, typed))));
    expect(titleOf(done.text)).toBe("2 commandes annulées – Gestion");
    for (const number of numbers) {
      expect(rowOf(number)?.status).toBe("cancelled");
      const order = await client.get(`/gestion/commandes/${number}`);
      expect(words(order)).toContain("motif : Plus en stock : Modèle abîmé");
    }
    const again = await reviewed(client, numbers, "noter");
    expect(words(again.page)).toContain("Rien ne sera fait");
  });

  it("are noted, with hostile text as it is", async () => {
    const { client } = await signInStaff(shop);
    const [number = ""] = await placed(1);
    const { page } = await reviewed(client, [number], "noter");
    const form = formWith(page.text, "cle");
    await client.post(form.action, filled(form, { note: "<script>alert(1)</script>\u0000" }));
    const notes = valuesIn(shop, "select text from order_notes");
    expect(notes).toEqual(["<script>alert(1)</script>"]);
  });

  it("are nothing that a forged post does", async () => {
    const { client } = await signInStaff(shop);
    const [number = ""] = await placed(1);
    const forged = await client.post(HERE, [...chosen([number]), ["faire", "confirmer"], ["cle", "mine"]]);
    expect(followed(forged)).toContain(`${HERE}?`);
    expect(rowOf(number)?.status).toBe("pending");
    for (const choix of ["", ":", `${number}:`, `${number}:-1`, `${number}:1e9`, "x".repeat(300)])
      expect(followed(await client.get(`${HERE}?faire=confirmer&choix=${encodeURIComponent(choix)}`))).toBe(LIST);
    expect((await client.get(`${HERE}?resultat=nobody`)).status).toBe(404);
    expect(followed(await client.get(`${HERE}?faire=constructor&choix=${number}:0`))).toBe(LIST);
  });
});
