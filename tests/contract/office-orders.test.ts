import { beforeAll, describe, expect, it } from "vitest";
import type { StaffRole } from "~/domain/office/role";
import { formatFigures } from "~/domain/values/dates";
import { HOUR, MINUTE } from "~/domain/values/durations";
import { formatPhone } from "~/domain/values/phone";
import type { Client } from "../support/http/client";
import { type Form, filled, formsOf, formWith } from "../support/http/forms";
import { wordsIn } from "../support/http/reading";
import { signInStaff } from "../support/http/staff";
import { ordersIn } from "../support/shop/office-orders";
import { settleParcel } from "../support/shop/parcels";
import { servedShop } from "../support/shop/served-shop";
import { nadia } from "../support/shop/staff";
import { runIn, valuesIn } from "../support/shop/stored";
import { setStatus } from "../support/shop/test-shop";

/** Commandes without scripts: what the list, an order and its edit answer. */

const shop = servedShop();
const orders = ordersIn(shop);
const LIST = "/gestion/commandes";
const pageOf = (number: string) => `${LIST}/${number}`;
const clients = {} as Record<StaffRole, Client>;

beforeAll(async () => {
  for (const [role, name] of [
    ["owner", "Nadia"],
    ["caller", "Karim"],
    ["packer", "Rachid"],
  ] as const)
    clients[role] = (await signInStaff(shop, { role, name })).client;
});

const caller = () => clients.caller;
const words = async (path: string, client = caller()) => wordsIn((await client.get(path)).text);
/** The form with this button. */
const formFor = (html: string, intent: string): Form => {
  const form = formsOf(html).find(({ buttons }) => buttons.some(([, value]) => value === intent));
  if (!form) throw new Error(`No button ${intent}.`);
  return form;
};
const press = (client: Client, path: string, form: Form, intent: string, typed: Record<string, string> = {}) =>
  client.post(form.action || path, [...filled(form, typed), ["intent", intent]]);
const pressOn = async (path: string, intent: string, typed: Record<string, string> = {}, client = caller()) =>
  press(client, path, formFor((await client.get(path)).text, intent), intent, typed);

describe("the list", () => {
  it("shows what is in each order, and finds it by what is typed", async () => {
    const order = await orders.place({ lastName: "Bouzidi-<b>", phone: "0661223344" });
    const page = await caller().get(`${LIST}?q=${encodeURIComponent("bouzidi")}`);
    expect(page).toMatchObject({ status: 200, headers: expect.anything() });
    expect(page.text).not.toContain("<b>");
    const text = wordsIn(page.text);
    for (const expected of [
      order.number,
      "Bouzidi-<b>",
      "0661 22 33 44",
      "31 Oran",
      order.lines[0]?.name ?? "?",
      "En attente",
    ])
      expect(text).toContain(expected);
    expect(page.text).toMatch(/<title>Commandes – Gestion/);
    expect(await words(`${LIST}?q=rien-de-tel`)).toContain("Aucune commande ne correspond à cette recherche.");
    expect(await words(`${LIST}?q=bouzidi&statut=confirmee`)).not.toContain(order.number);
    expect(await words(`${LIST}?q=%2B213661223344&statut=en-attente&depuis=2026-01-01`)).toContain(order.number);
  });

  it("says when a client is to be called again, and the last note alone", async () => {
    const { number, id } = await orders.place({ lastName: "Rappelee" });
    const here = `${LIST}?q=rappelee`;
    const { office } = orders.counter;
    for (const text of ["Absente", "Chez sa <b>mère</b>"]) await office.noteOrder(number, { key: text, text }, nadia);
    const when = new Date(Date.now() + 30 * HOUR);
    await office.recordCall(number, { key: "k", version: 2, outcome: "later", note: "", when }, nadia);
    expect(await words(here)).toContain(`Appel : À rappeler le ${formatFigures(when)} Note : Chez sa <b>mère</b>`);
    expect(await words(here)).not.toContain("Absente");
    // What was agreed has passed, and who was forgotten is in no note.
    await setStatus(orders.counter, number, "confirmed");
    runIn(shop, "update order_notes set text = '' where order_id = ?", id);
    const text = await words(here);
    expect(text).toContain("Appel : À rappeler");
    expect(text).not.toMatch(/À rappeler le|Note :/);
  });

  it("says what the courier last said of a parcel, and so does its order", async () => {
    const shop = orders.openCounter(() => new Date(Date.now() + HOUR), { connection: {} });
    const { number } = await orders.place({ lastName: "Tlemsani" });
    await setStatus(shop, number, "confirmed");
    await settleParcel(shop, number, { kind: "posted", tracking: "yal-tlemsani" });
    const pages = [`${LIST}?q=tlemsani`, pageOf(number)];
    for (const page of pages) expect(await words(page)).toContain("annoncé au livreur");
    for (const [minutes, status, said] of [
      [1, "Tentative échouée", "tentative de livraison échouée"],
      [2, "Echèc livraison", "livraison échouée"],
      [3, "Perdu de vue", "livraison échouée"],
      [4, "Retourné au centre", "retour en cours"],
    ] as const) {
      const at = new Date(Date.now() + minutes * MINUTE);
      await shop.parcelQueue.recordEvents([{ kind: "status", tracking: "yal-tlemsani", status, at }]);
      const [list = "", order = ""] = await Promise.all(pages.map((page) => words(page)));
      expect(list).toContain(`Colis : ${said}`);
      expect(order).toContain(`État ${said}`);
    }
  });

  it("has the courier's own reason where the shopper reads none", async () => {
    const there = orders.openCounter(() => new Date(Date.now() + HOUR), { connection: {} });
    const { number } = await orders.place();
    const visitor = "visitor-of-a-blocked-parcel";
    runIn(shop, "insert into order_access select ?, id, 1 from orders where number = ?", visitor, number);
    await setStatus(there, number, "confirmed");
    await settleParcel(there, number, { kind: "posted", tracking: "yal-blocked" });
    for (const [minutes, status, reason] of [
      [1, "Tentative échouée", "Client ne répond pas"],
      [2, "Bloqué", "Produit <i>interdit"],
    ] as const) {
      const at = new Date(Date.now() + minutes * MINUTE);
      await there.parcelQueue.recordEvents([{ kind: "status", tracking: "yal-blocked", status, reason, at }]);
    }
    const text = await words(pageOf(number));
    expect(text).toContain("Problème signalé Produit <i>interdit");
    expect(text).toContain("Tentative de livraison échouée pas de réponse au téléphone");
    const read = await there.orders.parcel(number, visitor);
    expect(read?.events.map(({ label, reason }) => [label, reason])).toEqual([
      ["Problème signalé", undefined],
      ["Tentative de livraison échouée", "pas de réponse au téléphone"],
    ]);
  });

  it("says that a refused parcel is announced again, also to who pressed twice", async () => {
    const shop = orders.openCounter(() => new Date(), { connection: {} });
    const { number } = await orders.place();
    await setStatus(shop, number, "confirmed");
    const refuse = async () => {
      await settleParcel(shop, number, { kind: "refused", failure: "The phone is not valid" });
    };
    await refuse();
    const path = pageOf(number);
    // It is corrected first, by who calls.
    expect((await caller().get(path)).text).toContain(`href="${path}/modifier"`);
    expect((await pressOn(`${path}/modifier`, "enregistrer", { telephone: "0770112244" })).location).toBe(path);
    const form = formFor((await clients.packer.get(path)).text, "relancer");
    for (const _ of [1, 2]) {
      expect((await press(clients.packer, path, form, "relancer")).location).toBe(path);
      expect(await words(path, clients.packer)).toContain("Le colis va être annoncé de nouveau.");
    }
    // It was, and is refused again since.
    await refuse();
    const late = await press(clients.packer, path, form, "relancer");
    expect(wordsIn(late.text)).toContain("Rien n'a été fait.");
    expect(wordsIn(late.text)).toContain("Vous vouliez : annoncer de nouveau le colis.");
  });

  it("says beside its button that what is handed over unannounced is not sent to the courier", async () => {
    const shop = orders.openCounter(() => new Date(), { connection: {} });
    const { number } = await orders.place();
    const path = pageOf(number);
    const warning = "si vous remettez la commande maintenant, la boutique ne l'annoncera plus.";
    await setStatus(shop, number, "confirmed");
    const before = await clients.packer.get(path);
    expect(wordsIn(before.text)).toContain(warning);
    expect(await words(path)).not.toContain(warning);
    await settleParcel(shop, number, { kind: "posted", tracking: `yal-${number}` });
    expect(await words(path, clients.packer)).not.toContain(warning);
    // The courier's announcement is nothing that a person has to read first.
    const form = formFor(before.text, "expedier");
    for (const _ of [1, 2]) expect((await press(clients.packer, path, form, "expedier")).location).toBe(path);
    expect(await orders.page(number)).toMatchObject({ order: { status: "shipped" }, parcel: { state: "posted" } });
    const byHand = await orders.place();
    await setStatus(shop, byHand.number, "confirmed");
    await pressOn(pageOf(byHand.number), "expedier", {}, clients.packer);
    expect(await words(pageOf(byHand.number), clients.packer)).toContain(
      "colis : pas encore annoncé au livreur devient sans colis chez le livreur",
    );
  });

  it("keeps phones, choices and exports from who may not have them", async () => {
    const order = await orders.place({ lastName: "Cherifi", phone: "0661556677" });
    const path = `${LIST}?q=cherifi`;
    const [owner, own, packer] = await Promise.all(
      [clients.owner, clients.caller, clients.packer].map(async (client) => (await client.get(path)).text),
    );
    expect(owner).toContain(`href="${LIST}/export?q=cherifi"`);
    expect(own).not.toContain("/export");
    expect(wordsIn(own ?? "")).toContain("0661 55 66 77");
    expect(wordsIn(packer ?? "")).toContain(order.number);
    expect(own).toContain('href="tel:+213661556677"');
    expect(packer).not.toMatch(/tel:|0?661.?55.?66.?77/);
    for (const value of ["confirmer", "annuler"]) expect(packer).not.toContain(`value="${value}"`);
    const form = formWith(own ?? "", "q");
    expect(form).toMatchObject({ method: "get", action: LIST });
    const choice = formsOf(own ?? "").find(({ action }) => action === `${LIST}/groupe`);
    expect(choice?.boxes).toEqual([["choix", `${order.number}:0`]]);
    for (const status of ["confirmed", "shipped"] as const) await setStatus(orders.counter, order.number, status);
    // It is on its way: who packed it may be asked by phone.
    expect((await clients.packer.get(path)).text).toContain('href="tel:+213661556677"');
  });

  it("goes on by a link that keeps its filters, and says where all that stood there is done with", async () => {
    for (let index = 0; index < 51; index += 1) await orders.place({ lastName: "Suivante" });
    const here = `${LIST}?q=suivante&statut=en-attente`;
    const first = await caller().get(here);
    const [, next = ""] = /href="([^"]*apres=[^"]*)"/.exec(first.text) ?? [];
    const later = next.replaceAll("&amp;", "&");
    const second = await caller().get(later);
    expect(formsOf(first.text).flatMap(({ boxes }) => boxes)).toHaveLength(50);
    expect(Object.fromEntries(formWith(second.text, "q").fields)).toMatchObject({
      q: "suivante",
      statut: "en-attente",
    });
    const [last, ...others] = formsOf(second.text).flatMap(({ boxes }) => boxes);
    expect(others).toEqual([]);
    await setStatus(orders.counter, last?.[1].split(":")[0] ?? "", "cancelled");
    const page = (await caller().get(later)).text;
    expect(page).toContain("Il n&#x27;y a pas d&#x27;autre commande dans la suite de la liste.");
    expect(page).toContain(`href="${here.replaceAll("&", "&amp;")}"`);
    expect(await words(here)).not.toContain("Aucune commande");
  });
});

describe("an order", () => {
  it("tells everything, and hides phones from who packs until it is on its way", async () => {
    const order = await orders.place({ phone: "0662334455", notes: "Après 18 h <i>" });
    const text = await words(pageOf(order.number.toLowerCase()));
    for (const expected of [
      `Commande ${order.number}`,
      "0662 33 44 55",
      "Après 18 h <i>",
      "À encaisser",
      "passée",
      "Client",
    ])
      expect(text).toContain(expected);
    const slip = await words(`${pageOf(order.number)}/imprimer`);
    expect(slip).toContain(order.lines[0]?.name ?? "?");
    for (const path of [pageOf(order.number), `${pageOf(order.number)}/imprimer`]) {
      const packed = await clients.packer.get(path);
      expect(packed.status).toBe(200);
      expect(packed.text).not.toMatch(/0662.?33.?44.?55|662334455/);
    }
    expect((await caller().get(pageOf("0000-0000"))).status).toBe(404);
    expect((await caller().get(pageOf("%00"))).status).toBe(404);
  });

  it("counts articles where not all of them are shoes", async () => {
    const { id, number } = await orders.place({}, { quantity: 2 });
    expect(await words(pageOf(number))).toMatch(/ 2 paires /);
    runIn(shop, "update order_lines set size_label = 'Unique' where order_id = ?", id);
    for (const page of [pageOf(number), `/gestion/appels/${number}`]) expect(await words(page)).toMatch(/ 2 articles /);
  });

  it("names the reference of each size on its page, on its slips and where another size is chosen", async () => {
    const { number, lines } = await orders.place();
    const skusOf = (column: string, value = "") =>
      valuesIn<string>(shop, `select sku from variants where ${column} = ?`, value);
    const [own = "?"] = skusOf("id", lines[0]?.variantId);
    for (const path of [pageOf(number), `${pageOf(number)}/imprimer`, `${LIST}/bons?choix=${number}:0`])
      expect(await words(path), path).toContain(own);
    const choices = await words(`${pageOf(number)}/modifier`);
    for (const sku of skusOf("product_id", lines[0]?.productId)) expect(choices).toContain(`, ${sku} (`);
  });

  it("has its label for who packs before it is handed over, and the page itself no phone", async () => {
    const shop = orders.openCounter(() => new Date(Date.now() + HOUR), { connection: {} });
    const { number } = await orders.place({ phone: "0662334456" });
    await setStatus(shop, number, "confirmed");
    const label = "https://courier.example/bordereau.php?tracking=yal-etiquette";
    await settleParcel(shop, number, { kind: "posted", tracking: "yal-etiquette", label });
    const other = await orders.place();
    const slips = `${LIST}/bons?${[number, other.number].map((number) => `choix=${number}:0`).join("&")}`;
    const pages = [pageOf(number), `${pageOf(number)}/imprimer`, slips];
    // The slips stay where somebody was.
    for (const client of Object.values(clients))
      for (const page of pages)
        expect((await client.get(page)).text.split(`href="${label}" target="_blank" `), page).toHaveLength(2);
    for (const page of pages) {
      const packed = async () => (await clients.packer.get(page)).text;
      expect(await packed(), page).not.toMatch(/0662.?33.?44.?56|662334456/);
    }
    expect(await words(slips, clients.packer)).toContain(`Ouvrir l'étiquette de ${number} (nouvel onglet)`);
    await setStatus(shop, number, "cancelled");
    for (const page of pages) expect((await clients.packer.get(page)).text, page).not.toContain(label);
  });

  it("no longer shows the number of a parcel that the courier gave up, and still what came of it", async () => {
    const shop = orders.openCounter(() => new Date(Date.now() + HOUR), { connection: {} });
    const { number } = await orders.place();
    await setStatus(shop, number, "confirmed");
    await settleParcel(shop, number, { kind: "posted", tracking: "yal-given-up" });
    await shop.parcelQueue.recordEvents([
      { kind: "status", tracking: "yal-given-up", status: "En préparation", at: new Date() },
    ]);
    await setStatus(shop, number, "cancelled");
    expect(await words(pageOf(number))).toContain("Suivi yal-given-up");
    await settleParcel(shop, number, { kind: "withdrawn" });
    const text = await words(pageOf(number));
    expect(text).toContain("sans colis chez le livreur");
    expect(text).toContain("Colis en préparation");
    expect(text).not.toContain("yal-given-up");
  });

  it("is confirmed, handed over, delivered and returned by those whose work it is", async () => {
    const { number } = await orders.place();
    const path = pageOf(number);
    const packer = clients.packer;
    expect((await packer.get(path)).text).not.toContain('value="confirmer"');
    expect(await words(path, packer)).toContain("C'est à l'équipe Confirmation d'appeler le client.");
    const forged: [string, string][] = [
      ["intent", "confirmer"],
      ["version", "0"],
    ];
    expect((await packer.post(path, forged)).status).toBe(404);
    expect(await pressOn(path, "confirmer")).toMatchObject({ status: 303, location: path });
    expect(await words(path)).toContain("Commande confirmée.");
    expect((await caller().get(path)).text).not.toContain('value="expedier"');
    for (const [intent, status] of [
      ["expedier", "shipped"],
      ["livrer", "delivered"],
      ["retourner", "returned"],
    ] as const) {
      // What is not to be taken back is no single press.
      const fold = /<details[^>]*><summary[^>]*>Colis revenu<.*?ne se reprend pas\..*?value="retourner".*?<\/details>/s;
      const { text } = await packer.get(path);
      expect(text.replace(fold, "")).not.toContain('value="retourner"');
      expect((await pressOn(path, intent, {}, packer)).status).toBe(303);
      expect((await orders.page(number)).order.status).toBe(status);
      const isOnTheWay = "C'est à l'équipe Préparation d'indiquer si le colis est livré ou retourné.";
      expect((await words(path)).includes(isOnTheWay)).toBe(status === "shipped");
    }
    const text = await words(path);
    for (const told of ["Karim statut changé", "En attente devient Confirmée"]) expect(text).toContain(told);
    expect(text).toContain("Il n'y a plus rien à faire.");
  });

  it("is cancelled with a reason, which is asked for beside its field", async () => {
    const { number } = await orders.place();
    const path = pageOf(number);
    const refused = await pressOn(path, "annuler", { motif: "autre", precision: "" });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/<title>Erreur : Commande/);
    expect(wordsIn(refused.text)).toContain("Précisez la raison");
    expect(Object.fromEntries(formFor(refused.text, "annuler").fields)).toMatchObject({ motif: "autre" });
    expect((await pressOn(path, "annuler", { motif: "" })).status).toBe(400);
    expect((await pressOn(path, "annuler", { motif: "stock", precision: "en <b>38</b>" })).status).toBe(303);
    const page = await caller().get(path);
    expect(wordsIn(page.text)).toContain("motif : Plus en stock : en <b>38</b>");
    expect(page.text).not.toContain("<b>38");
  });

  it("answers a press whose answer was lost as the first, once", async () => {
    const { number } = await orders.place();
    const path = pageOf(number);
    for (const [intent, said] of [
      ["confirmer", "Commande confirmée."],
      ["annuler", "Commande annulée."],
    ] as const) {
      const form = formFor((await caller().get(path)).text, intent);
      for (const _ of [1, 2])
        expect(await press(caller(), path, form, intent, { motif: "client" })).toMatchObject({ status: 303 });
      expect(await words(path)).toContain(said);
      const other = await press(clients.owner, path, form, intent, { motif: "client" });
      expect(wordsIn(other.text)).toContain("Rien n'a été fait.");
    }
    expect((await orders.page(number)).version).toBe(2);
  });

  it("shows who was second both states, and does it anyway when they want", async () => {
    const { number } = await orders.place();
    const path = pageOf(number);
    const before = (await caller().get(path)).text;
    await pressOn(path, "noter", { note: "Rappelle demain" }, clients.owner);
    const refused = await press(caller(), path, formFor(before, "annuler"), "annuler", { motif: "client" });
    expect(refused.status).toBe(400);
    const text = wordsIn(refused.text);
    expect(text).toContain("Rien n'a été fait.");
    expect(text).toContain("Nadia : note ajoutée");
    expect(text).toContain("Vous vouliez : annuler la commande (motif : « Le client n'en veut plus »)");
    expect((await orders.page(number)).order.status).toBe("pending");
    const anyway = formWith(refused.text, "motif");
    expect(Object.fromEntries(anyway.fields)).toMatchObject({ version: "1", motif: "client" });
    expect((await press(caller(), path, anyway, "annuler")).status).toBe(303);
    expect((await orders.page(number)).order.status).toBe("cancelled");
    // Of what can no longer be done there is no such press.
    const late = await press(caller(), path, formFor(before, "confirmer"), "confirmer");
    expect(late.status).toBe(400);
    expect(wordsIn(late.text)).toContain("Son statut : annulée.");
    expect(late.text).not.toContain("quand même");
  });

  it("asks for no reason where something else than a cancellation is refused", async () => {
    const { number } = await orders.place();
    const path = pageOf(number);
    const before = (await caller().get(path)).text;
    await pressOn(path, "noter", { note: "Rappelle demain" }, clients.owner);
    const refused = await press(caller(), path, formFor(before, "confirmer"), "confirmer");
    expect(wordsIn(refused.text)).toContain("Vous vouliez : confirmer.");
    expect(refused.text).not.toMatch(/<details[^>]* open|href="#annuler-motif"/);
  });

  it("takes notes, says who else has it open, and refuses forged presses", async () => {
    const { number } = await orders.place();
    const path = pageOf(number);
    expect((await pressOn(path, "noter", { note: " " })).status).toBe(400);
    expect((await pressOn(path, "noter", { note: "Voisine au 2e <u>" })).status).toBe(303);
    expect((await caller().get(path)).text).toMatch(/<p dir="auto"[^>]*>Voisine au 2e &lt;u&gt;</);
    const twice = formFor((await caller().get(path)).text, "noter");
    for (const _ of [1, 2])
      expect((await press(caller(), path, twice, "noter", { note: "Sonne deux fois" })).status).toBe(303);
    const forged = await press(caller(), path, twice, "noter", { note: "Sans clé", cle: "mine" });
    expect([forged.status, wordsIn(forged.text).includes("Relisez la note")]).toEqual([400, true]);
    expect(forged.text).toContain(">Sans clé</textarea>");
    expect((await words(path)).match(/Sonne deux fois|Sans clé/g)).toEqual(["Sonne deux fois"]);
    const seen = await clients.packer.get(path);
    expect(wordsIn(seen.text)).toContain("En cours chez Karim");
    expect(wordsIn(seen.text)).toContain("Voisine au 2e <u>");
    expect(await words(path)).toContain("En cours chez Rachid");
    for (const intent of ["", "edit", "pending", "constructor"])
      expect((await caller().post(path, [["intent", intent]])).status, intent).toBe(400);
    expect(
      (
        await caller().post(path, [
          ["intent", "confirmer"],
          ["version", "-1"],
        ])
      ).status,
    ).toBe(400);
    expect((await orders.page(number)).order.status).toBe("pending");
  });
});

describe("editing an order", () => {
  const edit = (number: string) => `${pageOf(number)}/modifier`;

  it("stores another address at once, and another total once it was agreed to", async () => {
    const order = await orders.place();
    const path = edit(order.number);
    expect((await clients.packer.get(path)).status).toBe(404);
    expect(await pressOn(path, "enregistrer", { adresse: "Cité 200, bâtiment B" })).toMatchObject({
      status: 303,
      location: pageOf(order.number),
    });
    expect((await orders.page(order.number)).order.recipient.address).toBe("Cité 200, bâtiment B");
    expect(await words(pageOf(order.number))).toContain("Commande modifiée.");

    const { fields, ...form } = formFor((await caller().get(path)).text, "enregistrer");
    const without = { ...form, fields: fields.filter(([name]) => name !== "adresse") };
    expect(await press(caller(), path, without, "enregistrer")).toMatchObject({ status: 303 });
    const { address } = (await orders.page(order.number)).order.recipient;
    expect(address, "what the form does not have").toBe("Cité 200, bâtiment B");

    const asked = await pressOn(path, "enregistrer", { "quantite-0": "2" });
    expect(asked.status).toBe(200);
    expect(wordsIn(asked.text)).toContain("Le total change");
    expect((await orders.page(order.number)).order.total).toBe(order.total);
    const again = await press(caller(), path, formFor(asked.text, "enregistrer"), "enregistrer");
    expect(again.status).toBe(303);
    expect((await orders.page(order.number)).order.lines[0]?.quantity).toBe(2);
  });

  it("fills in the communes by a button, with all that was typed kept", async () => {
    const { number } = await orders.place();
    const path = edit(number);
    const typed = { wilaya: "16", nom: "Ziani <b>", "quantite-0": "3", raison: "Deux pour un" };
    const shown = await pressOn(path, "communes", typed);
    expect(shown.status).toBe(200);
    const form = formFor(shown.text, "communes");
    expect(Object.fromEntries(form.fields)).toMatchObject({ ...typed, commune: "" });
    expect(shown.text).toContain('value="1601"');
    expect(shown.text).not.toContain("Ziani <b>");
    const refused = await press(caller(), path, form, "enregistrer", { telephone: "12", prenom: "" });
    expect(refused.status).toBe(400);
    const text = wordsIn(refused.text);
    for (const expected of ["Il y a un problème", "Numéro invalide", "La commune est requise"])
      expect(text).toContain(expected);
    expect((await press(caller(), path, form, "enregistrer", { commune: "3101" })).status).toBe(400);
    expect((await orders.page(number)).version).toBe(0);
  });

  it("asks for a pickup point until one is chosen, where the order had another commune's", async () => {
    const { number } = await orders.place({ mode: "pickup", pickupPointId: 160101, wilayaId: 16, communeId: 1601 });
    const path = edit(number);
    let page = formFor((await pressOn(path, "communes", { wilaya: "31" })).text, "enregistrer");
    const presses: Record<string, string>[] = [{ commune: "3101" }, {}];
    for (const typed of presses) {
      const asked = await press(caller(), path, page, "enregistrer", typed);
      expect([asked.status, wordsIn(asked.text)]).toEqual([400, expect.stringContaining("Choisissez un point relais")]);
      page = formFor(asked.text, "enregistrer");
    }
    expect((await orders.page(number)).order.recipient).toMatchObject({ mode: "pickup", communeId: 1601 });
  });

  it("keeps the way of delivery through every choice of a place", async () => {
    const { number } = await orders.place({ mode: "pickup", pickupPointId: 310102 });
    const path = edit(number);
    // What scripts press on each choice.
    const chosenAfter = async (...choices: Record<string, string>[]) => {
      let page = formFor((await caller().get(path)).text, "communes");
      for (const typed of choices)
        page = formFor((await press(caller(), path, page, "communes", typed)).text, "communes");
      return page.fields.filter(([name]) => name === "mode" || name === "relais");
    };
    expect(await chosenAfter({ wilaya: "16" }, { commune: "1601" })).toEqual([["mode", "relais-160101"]]);
    expect(await chosenAfter({ commune: "3112" }, { commune: "3101" })).toEqual([["mode", "relais-310102"]]);
    expect(await chosenAfter({ wilaya: "16" }, { wilaya: "31" }, { commune: "3103" })).toEqual([["relais", "310102"]]);
    expect(await chosenAfter({ mode: "domicile" }, { commune: "3103" })).toEqual([["mode", "domicile"]]);
  });

  it("names another way of delivery beside the total that changes with it", async () => {
    const { number } = await orders.place({ mode: "pickup", pickupPointId: 310102 });
    const path = edit(number);
    const chosen = await pressOn(path, "enregistrer", { mode: "domicile" });
    expect(wordsIn(chosen.text)).toContain(
      "Livraison à domicile au lieu du point relais : 500 DA au lieu de 300 DA. Total à encaisser",
    );
    // Where a commune has no pickup point that is said first.
    const refused = await pressOn(path, "enregistrer", { commune: "3112" });
    expect([refused.status, wordsIn(refused.text)]).toEqual([
      400,
      expect.stringContaining("Pas de point relais dans cette commune : la livraison s'y fait à domicile"),
    ]);
    const asked = await press(caller(), path, formFor(refused.text, "enregistrer"), "enregistrer");
    expect(wordsIn(asked.text)).toContain("Livraison à domicile au lieu du point relais : ");
    const stored = await press(caller(), path, formFor(asked.text, "enregistrer"), "enregistrer");
    expect(stored.status).toBe(303);
    expect((await orders.page(number)).order.recipient).toMatchObject({ mode: "home", communeId: 3112 });
  });

  it("adds an article that is looked for, and stores nothing before its button is pressed", async () => {
    const { number, lines } = await orders.place();
    const path = edit(number);
    const [other] = (await orders.counter.office.productsToSell("ballerine")).filter(({ variants }) =>
      variants.some(({ stock }) => stock > 2),
    );
    const added = other?.variants.find(({ stock }) => stock > 2)?.id ?? "";
    const fieldsOf = (text: string) => Object.fromEntries(formFor(text, "enregistrer").fields);
    const found = await pressOn(path, "chercher", { recherche: "ballerine", adresse: "Cité 200" });
    expect([found.status, (await orders.page(number)).version]).toEqual([200, 0]);
    expect(formFor(found.text, "enregistrer").buttons).toContainEqual(["ajouter", added]);
    const adding = (form: Form) =>
      caller().post(path, [...form.fields.filter(([name]) => name !== "ajouter"), ["ajouter", added]]);
    const once = await adding(formFor(found.text, "enregistrer"));
    expect(wordsIn(once.text)).toContain(`Ajouté : ${other?.name}.`);
    const twice = await adding(formFor(once.text, "enregistrer"));
    expect(fieldsOf(twice.text)).toMatchObject({
      ...{ adresse: "Cité 200", ajoute: added, "quantite-0": "1" },
      ...{ "variante-1": added, "quantite-1": "2", "prix-1": String(other?.price) },
    });
    expect((await orders.page(number)).version).toBe(0);
    const asked = await press(caller(), path, formFor(twice.text, "enregistrer"), "enregistrer");
    expect(wordsIn(asked.text)).toContain("Le total change");
    expect((await press(caller(), path, formFor(asked.text, "enregistrer"), "enregistrer")).status).toBe(303);
    const stored = { [lines[0]?.variantId ?? ""]: 1, [added]: 2 };
    expect(await orders.linesNow(number)).toEqual(stored);
    // The answer was lost, and the button is pressed again.
    const again = await press(caller(), path, formFor(asked.text, "enregistrer"), "enregistrer");
    expect(again).toMatchObject({ status: 303, location: pageOf(number) });
    expect(await words(pageOf(number))).toContain("Commande modifiée.");
    expect(await orders.linesNow(number)).toEqual(stored);
  });

  it("stores by its button whatever stands in the search, which Enter only looks for", async () => {
    const { number } = await orders.place();
    const path = edit(number);
    const address = async () => (await orders.page(number)).order.recipient.address;
    const found = await pressOn(path, "chercher", { recherche: "ballerine", adresse: "Rue 1" });
    const form = formFor(found.text, "enregistrer");
    expect((await press(caller(), path, form, "enregistrer", { recherche: "" })).status).toBe(303);
    expect(await address()).toBe("Rue 1");
    expect((await pressOn(path, "enregistrer", { recherche: "zzzz", adresse: "Rue 2" })).status).toBe(303);
    expect(await address()).toBe("Rue 2");

    // The first button is the one that Enter presses, in the search as in any other field.
    const asked = await pressOn(path, "enregistrer", { "quantite-0": "2" });
    const agreeing = formFor(asked.text, "enregistrer");
    expect(agreeing.buttons[0]).toEqual(["intent", "defaut"]);
    const searched = await press(caller(), path, agreeing, "defaut", { recherche: "zzzz" });
    expect(searched.status).toBe(200);
    expect(wordsIn(searched.text)).toContain("Rien n'est encore enregistré.");
    expect(wordsIn(searched.text)).toContain("Rien ne correspond à « zzzz ».");
    expect((await orders.page(number)).order.lines[0]?.quantity).toBe(1);
    expect((await pressOn(path, "defaut", { adresse: "Rue 3" })).status).toBe(303);
    expect(await address()).toBe("Rue 3");
  });

  it("says of each line what is wrong, and of a price that it needs a reason", async () => {
    const { number, lines } = await orders.place();
    const path = edit(number);
    const wrong = await pressOn(path, "enregistrer", { "quantite-0": "1e9", "prix-0": "-5", "variante-0": "forged" });
    expect(wrong.status).toBe(400);
    for (const field of ["variante-0", "quantite-0", "prix-0"])
      expect(wrong.text).toContain(`href="#modification-${field}"`);
    const cheaper = { "prix-0": String((lines[0]?.price ?? 0) - 100) };
    const refused = await pressOn(path, "enregistrer", cheaper);
    expect(refused.status).toBe(400);
    expect(wordsIn(refused.text)).toContain("indiquez pourquoi");
    const asked = await pressOn(path, "enregistrer", { ...cheaper, raison: "Boîte abîmée" });
    expect((await press(caller(), path, formFor(asked.text, "enregistrer"), "enregistrer")).status).toBe(303);
    expect(await words(pageOf(number))).toContain("motif : Boîte abîmée");
  });

  it("shows who was second what changed, keeps what they typed, and lets them store it", async () => {
    const { number } = await orders.place();
    const path = edit(number);
    const form = formFor((await caller().get(path)).text, "enregistrer");
    await pressOn(path, "enregistrer", { adresse: "Ailleurs" }, clients.owner);
    const refused = await press(caller(), path, form, "enregistrer", { adresse: "Ici même" });
    expect(refused.status).toBe(400);
    expect(wordsIn(refused.text)).toContain("devient Ailleurs");
    const kept = formFor(refused.text, "enregistrer");
    expect(Object.fromEntries(kept.fields)).toMatchObject({ adresse: "Ici même", version: "1" });
    expect((await press(caller(), path, kept, "enregistrer")).status).toBe(303);
    expect((await orders.page(number)).order.recipient.address).toBe("Ici même");
    await pressOn(pageOf(number), "confirmer");
    expect(await words(path)).toContain("elle ne se modifie plus");
    const late = await press(caller(), path, kept, "enregistrer", { adresse: "Trop tard" });
    expect(late.status).toBe(400);
    expect(wordsIn(late.text)).toContain("elle ne se modifie plus");
  });

  it("keeps what another person corrected meanwhile in fields that nobody changed here", async () => {
    const { number, lines } = await orders.place();
    const path = edit(number);
    const opened = formFor((await caller().get(path)).text, "enregistrer");
    const typed = { telephone: "0770112233", remarque: "Portail\r\nvert", wilaya: "16", "quantite-0": "3" };
    const communes = await pressOn(path, "communes", typed, clients.owner);
    const theirs = formFor(communes.text, "enregistrer");
    const asked = await press(clients.owner, path, theirs, "enregistrer", { commune: "1601" });
    await press(clients.owner, path, formFor(asked.text, "enregistrer"), "enregistrer");
    const { version } = await orders.page(number);
    expect(version).toBeGreaterThan(0);

    const own = { adresse: "Cité des Palmiers", "prix-0": String((lines[0]?.price ?? 0) - 100), raison: "Geste" };
    const refused = await press(caller(), path, opened, "enregistrer", own);
    expect(refused.status).toBe(400);
    const kept = formFor(refused.text, "enregistrer");
    expect(Object.fromEntries(kept.fields)).toMatchObject({
      ...{ ...own, ...typed, telephone: formatPhone(typed.telephone), remarque: "Portail\nvert" },
      ...{ commune: "1601", version: String(version) },
    });
    // Another commune is a choice of the whole place.
    const place = await press(caller(), path, opened, "enregistrer", { commune: "3102", nom: "Ziani" });
    expect(Object.fromEntries(formFor(place.text, "enregistrer").fields)).toMatchObject({
      ...{ nom: "Ziani", wilaya: "31", commune: "3102", telephone: formatPhone(typed.telephone) },
    });
    const agreed = await press(caller(), path, kept, "enregistrer");
    expect((await press(caller(), path, formFor(agreed.text, "enregistrer"), "enregistrer")).status).toBe(303);
    expect((await orders.page(number)).order).toMatchObject({
      recipient: { phone: "0770112233", notes: "Portail\nvert", communeId: 1601, address: "Cité des Palmiers" },
      lines: [{ quantity: 3, price: Number(own["prix-0"]) }],
    });
    // A page that does not say what it began with, or not so that it is understood.
    const before = opened.fields.find(([name]) => name === "telephone")?.[1];
    for (const debut of [[], [["debut", "{"]], [["debut", "null"]], [["debut", '{"telephone":1}']]] as [
      string,
      string,
    ][][]) {
      const { fields, ...form } = opened;
      const old = { ...form, fields: [...fields.filter(([name]) => name !== "debut"), ...debut] };
      const answer = await press(caller(), path, old, "enregistrer");
      expect(answer.status).toBe(400);
      expect(Object.fromEntries(formFor(answer.text, "enregistrer").fields)).toMatchObject({ telephone: before });
    }
  });

  it("keeps what was typed with its own line where another person added or removed one", async () => {
    const { number } = await orders.place();
    const path = edit(number);
    const inStock = (await orders.counter.office.productsToSell("ballerine"))
      .map(({ variants }) => variants.filter(({ stock }) => stock > 3).map(({ id }) => id))
      .find((ids) => ids.length > 2);
    const [first = "", second = "", third = ""] = inStock?.toSorted() ?? [];
    await orders.setLines(number, { [second]: 1, [third]: 1 });
    const open = async () => formFor((await caller().get(path)).text, "enregistrer");
    const variants = ({ fields }: Form) => fields.flatMap(([name, value]) => (/^variante-/.test(name) ? [value] : []));
    const before = await open();
    expect(variants(before)).toEqual([second, third]);
    await orders.setLines(number, { [first]: 1, [second]: 1, [third]: 1 });
    const refused = await press(caller(), path, before, "enregistrer", { "quantite-1": "2" });
    expect(refused.status).toBe(400);
    const kept = formFor(refused.text, "enregistrer");
    expect(variants(kept)).toEqual([first, second, third]);
    expect(Object.fromEntries(kept.fields)).toMatchObject({ "quantite-0": "1", "quantite-1": "1", "quantite-2": "2" });
    const asked = await press(caller(), path, kept, "enregistrer");
    await press(caller(), path, formFor(asked.text, "enregistrer"), "enregistrer");
    expect(await orders.linesNow(number)).toEqual({ [first]: 1, [second]: 1, [third]: 2 });

    const withAll = await open();
    await orders.setLines(number, { [second]: 1, [third]: 2 });
    const less = await press(caller(), path, withAll, "enregistrer", { "quantite-1": "x" });
    expect(wordsIn(less.text)).toContain("Écrivez un nombre de 0 à");
    const left = formFor(less.text, "enregistrer");
    expect(variants(left)).toEqual([second, third]);
    expect(Object.fromEntries(left.fields)).toMatchObject({ "quantite-0": "x", "quantite-1": "2" });
  });
});
