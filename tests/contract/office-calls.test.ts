import { beforeEach, describe, expect, it } from "vitest";
import { byStaff } from "~/domain/office/journal";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { lineWords } from "~/domain/order/order-texts";
import { HOUR } from "~/domain/values/durations";
import type { Client } from "../support/http/client";
import { type Form, filled, formsOf, formWith, submit } from "../support/http/forms";
import { wordsIn } from "../support/http/reading";
import { signInStaff } from "../support/http/staff";
import { ordersIn } from "../support/shop/office-orders";
import { servedShop } from "../support/shop/served-shop";
import { setStatus } from "../support/shop/test-shop";

/** À appeler without scripts: what each page and each press answers. */

const shop = servedShop();
const orders = ordersIn(shop);
const CALLS = "/gestion/appels";
const pageOf = (number: string) => `${CALLS}/${number}`;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
let caller: Client;

beforeEach(async () => {
  caller ??= (await signInStaff(shop, { role: "caller", name: "Karim" })).client;
  await orders.nobodyToCall();
});

const press = (client: Client, form: Form, reponse: string, typed: Record<string, string> = {}) =>
  client.post(form.action, [...filled(form, typed), ["reponse", reponse]]);
const words = async (path: string) => wordsIn((await caller.get(path)).text);
const formOf = async (number: string, client = caller) => formWith((await client.get(pageOf(number))).text, "cle");
const stateOf = async (number: string) => {
  const found = await orders.counter.office.callCard(number);
  return { status: found?.order.status, last: found?.lastCall, calls: found?.calls.length, callAt: found?.callAt };
};

describe("À appeler", () => {
  it("leads to the order that has waited longest, and says when there is nobody to call", async () => {
    const empty = await caller.get(CALLS);
    expect(empty.status).toBe(200);
    expect(wordsIn(empty.text)).toContain("Personne à appeler.");
    const second = await orders.place({}, { at: ago(1) });
    const first = await orders.place({}, { at: ago(2) });
    expect(await caller.get(CALLS)).toMatchObject({ status: 303, location: pageOf(first.number) });
    const later = await caller.get(`${CALLS}?apres=${first.number}`);
    expect(later.location).toBe(pageOf(second.number));
    for (const { number } of [first, second]) await press(caller, await formOf(number), "ne-repond-pas");
    expect(await words(CALLS)).toMatch(/Le prochain appel est à faire le \d+(?:er)? \p{L}+ 20\d\d à \d\d:\d\d/u);
  });

  it("shows whom to call, by phone or chat, what is ordered, and what this phone did before", async () => {
    const recipient = { phone: "0771234567", firstName: "Yasmine", lastName: "Aït", notes: "Après 18 h <b>" };
    const before = await orders.place(recipient, { at: ago(30 * 24) });
    await setStatus(orders.counter, before.number, "cancelled");
    const twin = await orders.place(recipient, { at: ago(3) });
    const { number, lines } = await orders.place(recipient);
    const page = await caller.get(pageOf(number));
    const text = wordsIn(page.text);
    expect(page.text).toContain('href="tel:+213771234567"');
    expect(page.text).toMatch(/href="https:\/\/wa\.me\/213771234567\?text=Bonjour%20Yasmine/);
    for (const words of ["Appeler Yasmine Aït", "31 Oran", "Après 18 h <b>", lines[0]?.name ?? "?", "À encaisser"])
      expect(text).toContain(words);
    const [pair] = twin.lines.map(lineWords);
    expect(text).toMatch(new RegExp(`${twin.number} , même téléphone : En attente, [^,]*, [\\d ]+ DA ${pair}`));
    expect(text).toMatch(/Commandes précédentes de ce numéro 1 en attente 1 annulée/);
    expect(text).toContain(`${before.number} , Annulée`);
    expect(page.text).not.toContain("<b>");
    const landline = await orders.place({ phone: "041123456" });
    expect((await caller.get(pageOf(landline.number))).text).not.toContain("wa.me");
  });

  it("shows what colleagues noted of the order, before it is decided", async () => {
    const { number } = await orders.place();
    const by = byStaff({ id: "autre", name: "Amina" });
    await orders.counter.office.noteOrder(number, { key: "k", text: "Veut du <b>42</b>, après 18 h" }, by);
    const page = await words(pageOf(number));
    expect(page).toMatch(/Note interne, Amina, [\d/]+ [\d:]+ Veut du <b>42<\/b>, après 18 h .*Qu'a donné l'appel/);
  });

  it("says which of two orders somebody else has open, before both are cancelled as a double", async () => {
    const phone = "0771234568";
    const twin = await orders.place({ phone }, { at: ago(3) });
    const { number } = await orders.place({ phone });
    const twinsOf = () => words(pageOf(number));
    expect(await twinsOf()).not.toContain("En cours chez");
    const { client: nadia } = await signInStaff(shop, { role: "owner", name: "Nadia" });
    await nadia.get(pageOf(twin.number));
    expect(await twinsOf()).toMatch(
      new RegExp(`${twin.number} , même téléphone : En attente, .*, en cours chez Nadia`),
    );
    expect(await words(CALLS)).toContain("Vos collègues s'occupent de tout ce qui reste à appeler.");
  });

  it("notes each outcome in one press, and leads to the next order with a message", async () => {
    const first = await orders.place({}, { at: ago(2) });
    const second = await orders.place({}, { at: ago(1) });
    const form = await formOf(first.number);
    expect(new Set(form.buttons.map(([, value]) => value)).size).toBe(9);
    const answer = await press(caller, form, "confirme", { texte: "Livrer samedi" });
    expect(answer).toMatchObject({ status: 303, location: pageOf(second.number) });
    expect(await stateOf(first.number)).toMatchObject({ status: "confirmed", last: "confirmed" });
    const next = await words(answer.location ?? "");
    expect(next).toContain(`Commande ${first.number}, appel noté : confirmé.`);
    expect(next).toContain(`Votre dernier appel : ${first.number}, confirmé.`);
    await press(caller, await formOf(second.number), "annule-par-le-client");
    expect(await stateOf(second.number)).toMatchObject({ status: "cancelled", last: "cancelled" });
    const done = await words(pageOf(second.number));
    expect(done).toContain("Cette commande est annulée : elle n'attend plus d'appel.");
    // Of a second press on an older page: the same one is no other, and another is not recorded.
    expect((await press(caller, form, "confirme")).status).toBe(303);
    const again = await press(caller, form, "doublon");
    expect(again.status).toBe(409);
    expect(wordsIn(again.text)).toContain(
      "Votre premier appui a été noté : confirmé. Le second, doublon, ne l'est pas",
    );
    expect(await stateOf(first.number)).toMatchObject({ status: "confirmed", calls: 1 });
  });

  it("says of a second press whose time or note is another that it is not recorded", async () => {
    const { number } = await orders.place();
    const form = await formOf(number);
    const jour = new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10);
    const at = (heure: string, texte = "") => press(caller, form, "a-rappeler", { jour, heure, texte });
    expect((await at("10:00", "Au travail")).status).toBe(303);
    expect((await at("10:00", "Au travail")).status).toBe(303);
    const told = [CALLS, pageOf(number), `/gestion/commandes/${number}`];
    for (const page of told) {
      const text = await words(page);
      expect(text).toMatch(/à rappeler le \d/i);
      expect(text).not.toMatch(/à rappeler, à rappeler/i);
    }
    const later = await at("14:00");
    expect(later.status).toBe(409);
    expect(wordsIn(later.text)).toMatch(/noté : à rappeler le .* à 10:00\. Le second, à rappeler le .* à 14:00/);
    expect(Object.fromEntries(formWith(later.text, "cle").fields)).toMatchObject({ jour, heure: "14:00" });
    const noted = await at("10:00", "Sonner deux fois");
    expect(wordsIn(noted.text)).toContain("à 10:00, note « Sonner deux fois », ne l'est pas");
    expect(await stateOf(number)).toMatchObject({ calls: 1, callAt: new Date(`${jour}T10:00:00+01:00`) });
    expect((await press(caller, formWith(later.text, "cle"), "a-rappeler")).status).toBe(303);
    expect(await stateOf(number)).toMatchObject({ calls: 2, callAt: new Date(`${jour}T14:00:00+01:00`) });
  });

  it("asks for day and hour of the next call; what was typed stays", async () => {
    const { number } = await orders.place();
    const form = await formOf(number);
    const refused = await press(caller, form, "a-rappeler", { texte: "Au travail <i>", heure: "" });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/<title>Erreur : À appeler/);
    expect(wordsIn(refused.text)).toContain("L'heure du rappel est requise");
    const kept = formWith(refused.text, "cle");
    expect(Object.fromEntries(kept.fields)).toMatchObject({
      texte: "Au travail <i>",
      cle: Object.fromEntries(form.fields).cle,
    });
    const jour = new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10);
    expect((await press(caller, kept, "a-rappeler", { jour, heure: "18:30" })).status).toBe(303);
    expect((await stateOf(number)).callAt).toEqual(new Date(`${jour}T18:30:00+01:00`));
    for (const reponse of ["", "vendu"]) expect((await press(caller, await formOf(number), reponse)).status).toBe(400);
    const forged = await press(
      caller,
      {
        ...form,
        fields: [
          ["version", "1"],
          ["cle", "mine"],
        ],
      },
      "occupe",
    );
    expect(forged.status).toBe(400);
    expect(await stateOf(number)).toMatchObject({ calls: 1 });
  });

  it("shows who was second what the first has done, and lets them decide", async () => {
    const { number } = await orders.place();
    const { client: nadia } = await signInStaff(shop, { role: "owner", name: "Nadia" });
    const [hers, his] = [await formOf(number, nadia), await formOf(number)];
    await press(nadia, hers, "ne-repond-pas", { texte: "Messagerie" });
    const refused = await press(caller, his, "confirme", { texte: "Oui" });
    expect(refused.status).toBe(400);
    const text = wordsIn(refused.text);
    expect(text).toContain("Cette commande a changé depuis que vous l'avez ouverte : rien n'est noté.");
    expect(text).toMatch(/Nadia : appelée ; appel : Ne répond pas/);
    expect(text).toContain("note : Messagerie");
    // In their own direction.
    expect(refused.text).toMatch(/<p dir="auto"[^>]*>Messagerie</);
    const now = formWith(refused.text, "cle");
    expect(Object.fromEntries(now.fields).texte).toBe("Oui");
    expect((await press(caller, now, "confirme")).status).toBe(303);
    expect(await stateOf(number)).toMatchObject({ status: "confirmed", calls: 2 });
  });

  it("keeps a note for an order that somebody else decided meanwhile, by one press", async () => {
    const { number } = await orders.place();
    const { client: nadia } = await signInStaff(shop, { role: "owner", name: "Nadia" });
    const his = await formOf(number);
    await press(nadia, await formOf(number, nadia), "annule-par-le-client");
    const refused = await press(caller, his, "occupe", { texte: "Veut du <b>39</b>" });
    expect(refused.status).toBe(400);
    expect(wordsIn(refused.text)).toContain("Cette commande est annulée : elle n'attend plus d'appel.");
    const note = formWith(refused.text, "note");
    expect(Object.fromEntries(note.fields).note).toBe("Veut du <b>39</b>");
    const order = `/gestion/commandes/${number}`;
    for (const _ of [1, 2]) expect((await submit(caller, note, {}, "noter")).location).toBe(order);
    expect((await words(order)).match(/Karim note Veut du <b>39<\/b>/g)).toHaveLength(1);
    // Without a note there is none to keep.
    const plain = await press(caller, his, "occupe");
    expect(plain.text).not.toContain('name="note"');
  });

  it("takes the last call back while nothing followed", async () => {
    const { number } = await orders.place();
    await press(caller, await formOf(number), "n-a-pas-commande");
    const empty = await caller.get(CALLS);
    const takeBack = formWith(empty.text, "appel");
    const answer = await caller.post(takeBack.action, [...takeBack.fields, ["intent", "reprendre"]]);
    expect(answer).toMatchObject({ status: 303, location: pageOf(number) });
    const isBack = "Résultat annulé : la commande est revenue à son état précédent.";
    expect(await words(pageOf(number))).toContain(isBack);
    // The answer was lost, and the button is pressed again.
    await caller.post(takeBack.action, [...takeBack.fields, ["intent", "reprendre"]]);
    expect(await words(pageOf(number))).toContain(isBack);
    expect(await stateOf(number)).toMatchObject({ status: "pending", last: undefined });
    await press(caller, await formOf(number), "confirme");
    const confirmed = formWith((await caller.get(CALLS)).text, "appel");
    await setStatus(orders.counter, number, "shipped");
    await caller.post(confirmed.action, [...confirmed.fields, ["intent", "reprendre"]]);
    expect(await words(CALLS)).toContain("Trop tard pour annuler ce résultat");
    expect(
      formsOf((await caller.get(CALLS)).text).some(({ fields }) => fields.some(([name]) => name === "appel")),
    ).toBe(false);
  });

  it("takes the last call of an order back after others were noted, by anybody who calls, from its own page", async () => {
    const [wrong, other] = [await orders.place(), await orders.place()];
    await press(caller, await formOf(wrong.number), "doublon");
    expect((await caller.get(pageOf(wrong.number))).text.match(/name="appel"/g)).toHaveLength(1);
    await press(caller, await formOf(other.number), "confirme");
    const order = `/gestion/commandes/${wrong.number}`;
    const calls = `href="${pageOf(wrong.number)}"`;
    const { client: nadia } = await signInStaff(shop, { role: "owner", name: "Nadia" });
    expect((await nadia.get(order)).text).toContain(calls);
    const { client: packer } = await signInStaff(shop, { role: "packer" });
    expect((await packer.get(order)).text).not.toContain(calls);
    await submit(nadia, formWith((await nadia.get(pageOf(wrong.number))).text, "appel"), {}, "reprendre");
    expect(await stateOf(wrong.number)).toMatchObject({ status: "pending", last: undefined });
    expect((await nadia.get(pageOf(wrong.number))).text).not.toContain('name="appel"');
  });

  it("is where an edit leads back to that was asked for in it, while it is awaited", async () => {
    const { number } = await orders.place();
    const edit = /href="([^"]*\/modifier[^"]*)"/.exec((await caller.get(pageOf(number))).text)?.[1] ?? "";
    const page = await caller.get(edit);
    expect(page.text).toMatch(new RegExp(`href="${pageOf(number)}"[^>]*>Retour à l&#x27;appel<`));
    const send = () => submit(caller, formWith(page.text, "telephone"), { adresse: "Cité Emir" }, "enregistrer");
    expect(await send()).toMatchObject({ status: 303, location: pageOf(number) });
    expect(await words(pageOf(number))).toMatch(/Commande modifiée\..*Adresse Cité Emir/);
    await press(caller, await formOf(number), "confirme");
    expect((await caller.get(edit)).text).toContain("Retour à la commande");
  });

  it("proposes a cancellation after three calls without an answer, and says what is missing", async () => {
    const { number } = await orders.place();
    for (let count = 0; count < 3; count += 1) {
      expect(await words(pageOf(number))).not.toContain("Vous pouvez l'annuler");
      await press(caller, await formOf(number), "eteint-ou-injoignable");
    }
    const text = await words(pageOf(number));
    expect(text).toContain(
      "3 appels sans réponse. Vous pouvez l'annuler dès maintenant ; sans confirmation, elle s'annule d'elle-même. " +
        "Annuler la commande… Une commande annulée ainsi ne se reprend pas. Annuler la commande",
    );
    expect((await stateOf(number)).status).toBe("pending");
    const proposing = await formOf(number);
    const cancel = (form: Form) => caller.post(form.action, [...form.fields, ["intent", "annuler"]]);
    const noted = (texte: string): [string, string][] => [
      ...proposing.fields.filter(([name]) => name !== "texte"),
      ["texte", texte],
    ];
    const stale = await cancel({
      ...proposing,
      fields: [
        ["version", "2"],
        ["texte", "Déménagée"],
      ],
    });
    expect(stale.status).toBe(400);
    expect(wordsIn(stale.text)).toContain("Cette commande a changé");
    expect(wordsIn(stale.text)).not.toContain("Choisissez ce qu'a donné l'appel");
    expect(stale.text).toContain(">Déménagée</textarea>");
    expect(wordsIn((await cancel({ ...proposing, fields: noted("x".repeat(501)) })).text)).toContain("trop longue");
    for (const _ of [1, 2])
      expect((await cancel({ ...proposing, fields: noted("Déménagée,\nà Sétif") })).status).toBe(303);
    expect((await stateOf(number)).status).toBe("cancelled");
    const journal = await words(`/gestion/commandes/${number}`);
    expect(journal).toContain("motif : Client injoignable : Déménagée, à Sétif");

    const large = await orders.place({}, { quantity: 8, options: { bounds: defaultOrderBounds } });
    const variant = large.lines[0]?.variantId ?? "";
    const form = await formOf(large.number);
    expect(await words(pageOf(large.number))).toContain("À réserver : ses paires ne sont réservées");
    const stock = await orders.setStock(variant, 2);
    const refused = await press(caller, form, "confirme");
    expect(refused.status).toBe(400);
    expect(wordsIn(refused.text)).toContain("Il n'y a plus assez de paires pour la confirmer : rien n'a été noté.");
    expect(wordsIn(refused.text)).toMatch(/Stock insuffisant : .* \(8 demandées, 2 disponibles\)\./);
    await orders.setStock(variant, stock);
  });

  it("is for those who call: others get no page, and no press of theirs counts", async () => {
    const { number } = await orders.place();
    const form = await formOf(number);
    const { client: packer } = await signInStaff(shop, { role: "packer" });
    expect((await packer.get(pageOf(number))).status).toBe(404);
    expect((await press(packer, form, "confirme")).status).toBe(404);
    expect((await caller.get(pageOf("AAAA-2222"))).status).toBe(404);
    expect((await press(caller, { ...form, action: pageOf("AAAA-2222") }, "confirme")).status).toBe(404);
    expect(await stateOf(number)).toMatchObject({ status: "pending", calls: 0 });
  });
});
