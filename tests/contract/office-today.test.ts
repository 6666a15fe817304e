import { expect, it } from "vitest";
import { dayList } from "~/domain/office/day-list";
import { roleMay } from "~/domain/office/role";
import { HOUR } from "~/domain/values/durations";
import type { Client } from "../support/http/client";
import { type Form, filled, formWith } from "../support/http/forms";
import { words } from "../support/http/reading";
import { signInStaff } from "../support/http/staff";
import { ordersIn } from "../support/shop/office-orders";
import { servedShop } from "../support/shop/served-shop";
import { runIn, valueIn } from "../support/shop/stored";

/** Aujourd'hui and the small lists behind its numbers, without scripts. */

const shop = servedShop();
const orders = ordersIn(shop);
const as = async (role: "owner" | "caller" | "packer") => (await signInStaff(shop, { role })).client;
const press = (client: Client, form: Form, intent: string) =>
  client.post(form.action, [...form.fields, ["intent", intent]]);
const numberOf = async (client: Client, label: string) =>
  Number(new RegExp(`(\\d+) ${label}`).exec(words(await client.get("/gestion")))?.[1]);

/** Of a list, whose next item must not take the second press of the one that left. */
const SETTLING = '<ul class=" animate-after-press">';

it("says that nothing waits, and afterwards how much does, each number with its list", async () => {
  runIn(shop, "update variants set stock = 9 where stock <= 3");
  const owner = await as("owner");
  expect(words(await owner.get("/gestion"))).toContain("Rien à traiter. Bonne journée !");
  await orders.place({}, { at: new Date(Date.now() - 30 * HOUR) });
  await orders.place();
  const page = await owner.get("/gestion");
  expect(words(page)).not.toContain("Rien à traiter");
  expect(words(page)).toMatch(/1 Appels en retard de plus d'un jour 2 À appeler 0 À réserver/);
  for (const [, { label, to }] of dayList) {
    expect(words(page)).toContain(label);
    expect(page.text).toContain(`href="${to.replaceAll("&", "&amp;")}"`);
  }
});

it("shows each role what it may open, and lists say when they are empty", async () => {
  for (const role of ["caller", "packer"] as const) {
    const client = await as(role);
    const page = words(await client.get("/gestion"));
    for (const [name, { label, ability, to }] of dayList) {
      const isSeen = roleMay(role, ability);
      if (name !== "toCall") expect(page.includes(label), `${role} ${label}`).toBe(isSeen);
      // Lists of orders have their own tests.
      if (!to.startsWith("/gestion/commandes")) expect((await client.get(to)).status === 404).toBe(!isSeen);
    }
  }
  const caller = await as("caller");
  const empty: Record<string, string> = {
    stock: "Tout est en stock.",
    mails: "Tous les e-mails sont partis.",
    avis: "Aucun avis n'attend.",
    attentes: "Personne n'attend de pointure.",
    messages: "Tous les messages ont reçu une réponse.",
  };
  for (const [list, text] of Object.entries(empty)) expect(words(await caller.get(`/gestion/${list}`))).toContain(text);
});

it("lists what is nearly sold out, and the mails that nobody got", async () => {
  const caller = await as("caller");
  const { lines } = await orders.place();
  const line = lines[0];
  if (!line) throw new Error("An order has lines.");
  await orders.setStock(line.variantId, 2);
  expect(words(await caller.get("/gestion/stock"))).toMatch(new RegExp(`${line.name} .*pointure ${line.size} .* 2`));
  runIn(
    shop,
    "insert into mails values ('m', 'm', 'order-received', 'lost@boutique.example', 'Reçue', '', '', '{}', 1, null, 12, null, 'EDNS')",
  );
  expect(words(await caller.get("/gestion/mails"))).toMatch(/lost@boutique\.example Reçue .* EDNS/);
  expect(await numberOf(caller, "E-mails abandonnés")).toBe(1);
});

/** A review that waits. @returns the product's name */
async function addReview(id: string, text: string, rating = 4): Promise<string> {
  const { id: order, lines } = await orders.place();
  const { variantId = "", productId = "", name = "" } = lines[0] ?? {};
  runIn(
    shop,
    `insert into reviews (id, order_id, variant_id, product_id, rating, fit, text, author, wilaya, state, created_at)
     values (?, ?, ?, ?, ?, '', ?, 'Samira', 'Oran', 'waiting', 1)`,
    ...[id, order, variantId, productId, rating, text],
  );
  return name;
}

it("publishes and refuses reviews", async () => {
  const caller = await as("caller");
  const stateOf = (id: string) => valueIn(shop, "select state from reviews where id = ?", id);
  for (const id of ["aaaa000001", "aaaa000002"]) await addReview(id, "Très <b>bien</b>");
  const page = await caller.get("/gestion/avis");
  expect(words(page)).toMatch(/Avis à lire \(2\).*4 sur 5 Samira, Oran, .*Très <b>bien<\/b>/);
  expect(page.text).toMatch(/<p dir="auto"[^>]*>Très /);
  const form = formWith(page.text, "avis");
  const published = await press(caller, form, "publier");
  expect(published).toMatchObject({ status: 303, location: "/gestion/avis" });
  const left = await caller.get("/gestion/avis");
  expect(words(left)).toContain("Avis publié.");
  expect(left.text).toContain(SETTLING);
  const again = await press(caller, form, "publier");
  expect([again.status, words(again).includes("Cet avis n'attend plus")]).toEqual([400, true]);
  // A page from before it was published erases it no more.
  expect((await press(caller, form, "refuser")).status).toBe(400);
  await press(caller, formWith((await caller.get("/gestion/avis")).text, "avis"), "refuser");
  expect([stateOf("aaaa000001"), stateOf("aaaa000002")].sort()).toEqual(["published", "refused"]);
  expect((await press(await as("packer"), form, "refuser")).status).toBe(404);
});

it("takes a published review back, and erases none by a single press", async () => {
  const caller = await as("caller");
  const name = await addReview("aaaa000003", "Appelez le 0550 12 34 56", 2);
  const waiting = await caller.get("/gestion/avis");
  expect(words(waiting)).toContain("Refuser l'avis sur");
  expect(waiting.text).toMatch(/<details[^>]*><summary[^>]*>Refuser<.*?value="refuser".*?<\/details>/s);
  await press(caller, formWith(waiting.text, "avis"), "publier");
  const page = await caller.get("/gestion/avis");
  expect(words(page)).toMatch(new RegExp(`Derniers avis publiés ${name} : 2 sur 5 .*Appelez le 0550 12 34 56`));
  const form = formWith(page.text, "avis", "aaaa000003");
  expect((await press(caller, form, "retirer")).status).toBe(303);
  const left = words(await caller.get("/gestion/avis"));
  expect(left).toContain("Avis retiré, et effacé.");
  expect(left).not.toContain("0550 12 34 56");
  expect(words(await (await as("owner")).get("/gestion/journal"))).toContain(`${name} avis traité`);
  const again = await press(caller, form, "retirer");
  expect([again.status, words(again).includes("Cet avis n'est plus publié")]).toEqual([400, true]);
});

it("takes who was called, and which message was answered, off their lists", async () => {
  const caller = await as("caller");
  const { lines } = await orders.place();
  runIn(
    shop,
    "insert into stock_alerts (variant_id, contact_hash, contact, token, created_at) values (?, ?, '0550998877', 't', 1)",
    ...[lines[0]?.variantId, (await import("~/shop/local/context")).digest("0550998877")],
  );
  const waiting = await caller.get("/gestion/attentes");
  expect(words(waiting)).toMatch(/En attente : 1 téléphone\. 0550 99 88 77 Déjà appelé : effacer ses demandes/);
  const called = formWith(waiting.text, "telephone");
  // What came back after the page was loaded was not part of the call.
  const later = "(select id from variants where stock > 0 and id <> ? order by id limit 1)";
  runIn(
    shop,
    `insert into stock_alerts (variant_id, contact_hash, contact, token, created_at)
     select ${later}, contact_hash, contact, 'later', 1 from stock_alerts where token = 't'`,
    lines[0]?.variantId,
  );
  expect((await press(caller, called, "appele")).status).toBe(303);
  const next = await caller.get("/gestion/attentes");
  expect(words(next)).toContain("0550 99 88 77");
  expect((await press(caller, formWith(next.text, "telephone"), "appele")).status).toBe(303);
  const nobody = await caller.get("/gestion/attentes");
  expect(words(nobody)).toContain("Personne n'attend de pointure.");
  expect(nobody.text).toContain(SETTLING);
  expect((await press(caller, called, "appele")).status).toBe(400);
  const journal = words(await (await as("owner")).get("/gestion/journal"));
  expect(journal).toContain(`${lines[0]?.name} personne qui attendait appelée`);
  expect(journal).not.toMatch(/0?550 ?99 ?88 ?77/);

  await orders.write({ name: "Amel <x>", subject: "Pointure & taille", message: "Bonjour\nMerci" });
  const open = await caller.get("/gestion/messages");
  expect(words(open)).toContain("Pointure & taille Amel <x>, amel@boutique.example,");
  expect(open.text).toContain('href="mailto:amel@boutique.example?subject=Re%3A%20Pointure%20%26%20taille"');
  expect(open.text).toMatch(/<h2 dir="auto"[^>]*>Pointure .*<p dir="auto"[^>]*>Bonjour/s);
  const answered = formWith(open.text, "demande");
  expect((await press(caller, answered, "rien")).status).toBe(400);
  expect((await press(caller, answered, "repondu")).status).toBe(303);
  const none = await caller.get("/gestion/messages");
  expect(words(none)).toContain("Tous les messages ont reçu une réponse.");
  expect(none.text).toContain(SETTLING);
  expect((await press(caller, answered, "repondu")).status).toBe(400);
});

it("puts a message that is done back among those that wait", async () => {
  const caller = await as("caller");
  runIn(shop, "update messages set answered_at = 1");
  await orders.write({ name: "Omar", subject: "Échange" });
  expect(words(await caller.get("/gestion/messages"))).toContain("Derniers messages traités");
  await press(caller, formWith((await caller.get("/gestion/messages")).text, "demande"), "repondu");
  const page = await caller.get("/gestion/messages");
  expect(words(page)).toMatch(/ont reçu une réponse.*Derniers messages traités Échange Omar, amel@boutique\.example/);
  // The last one stands first.
  const done = formWith(page.text, "demande");
  expect(done.buttons).toEqual([["intent", "remettre"]]);
  expect((await press(caller, done, "remettre")).status).toBe(303);
  const back = await caller.get("/gestion/messages");
  expect(words(back)).toMatch(/Message remis\..*Échange Omar.* Marquer comme traité le message d'Omar/);
  expect((await press(caller, done, "remettre")).status).toBe(400);
  expect(words(await (await as("owner")).get("/gestion/journal?objet=message"))).toContain("message remis");
  await press(caller, formWith(back.text, "demande"), "repondu");
});

it("goes on by a link where a list is longer than a page", async () => {
  const caller = await as("caller");
  runIn(shop, "update variants set stock = 0");
  runIn(
    shop,
    "insert into mails select 'm' || id, 'm' || id, 'x', 'r@b.example', 'S', '', '', '{}', 1, null, 12, null, 'E' from variants limit 102",
  );
  expect(valueIn(shop, "select count(*) from mails where failure = 'E'")).toBe(102);
  runIn(
    shop,
    `insert into messages (id, key_hash, name, email, subject, message, created_at)
     select id, id, 'Amel', 'a@b.example', 'S' || id, 'Bonjour', created_at from mails where failure = 'E'`,
  );
  for (const [path, row, count] of [
    ["/gestion/stock", /<tr>/g, 101],
    ["/gestion/mails", /<tr>/g, 101],
    ["/gestion/messages", /value="repondu"/g, 100],
  ] as const) {
    const first = await caller.get(path);
    expect(first.text.match(row), path).toHaveLength(count);
    // What stands on this page is no number of all.
    expect(words(first)).not.toContain("(100)");
    const [, next = ""] = /rel="next"[^>]* href="([^"]+)"/.exec(first.text) ?? [];
    expect(words(first)).toMatch(/\bSuite\b/);
    const second = await caller.get(next);
    expect(words(second)).toContain("Au début");
    if (path !== "/gestion/stock") expect(second.text).not.toContain('rel="next"');
  }
  // Who works through a later page stays there, as long as messages are on it.
  const later = "/gestion/messages?apres=100";
  for (const next of [later, "/gestion/messages"])
    expect((await press(caller, formWith((await caller.get(later)).text, "demande"), "repondu")).location).toBe(next);
});

it("notes pairs that came, from the list or by a search, once for a form, and shows the sums", async () => {
  const packer = await as("packer");
  runIn(shop, "update variants set stock = case when sku = 'BOS-CRUZ-BLEU-NUIT-42' then 3 else 9 end");
  const low = await packer.get("/gestion/stock");
  expect(low.text.includes(`href="${RECEIPT}"`)).toBe(true);
  for (const [typed, found] of [
    ["boston santa cruz", true],
    ["bos-cruz-bleu-nuit-42", true],
    ["zzzzqqqq", false],
  ] as const) {
    const page = await packer.get(`/gestion/stock?q=${encodeURIComponent(typed)}`);
    expect(/<ul[^>]*><li><a[^>]* href="\/gestion\/stock\/boston-santa-cruz"/.test(page.text), typed).toBe(found);
    expect(words(page).includes(`Rien ne correspond à « ${typed} ».`)).toBe(!found);
  }
  const caller = await as("caller");
  expect((await caller.get("/gestion/stock?q=boston")).text.includes(`href="${RECEIPT}"`)).toBe(false);

  const address = (await packer.get(RECEIPT)).location ?? "";
  const page = await packer.get(address);
  expect(words(page)).toMatch(/Bleu nuit, pointure 42 BOS-CRUZ-BLEU-NUIT-42 3 Paires reçues, Bleu nuit, pointure 42/);
  const form = formWith(page.text, FIELD);
  const send = (pairs: Record<string, string>) => packer.post(form.action, filled(form, pairs));
  const nothing = await send({});
  expect([nothing.status, words(nothing).includes("Aucun nombre n'est écrit : rien n'est changé.")]).toEqual([
    400,
    true,
  ]);
  const wrong = await send({ [FIELD]: "cinq", [FIELD.replace("42", "43")]: "+2" });
  expect([wrong.status, words(wrong)]).toEqual([
    400,
    expect.stringContaining("Bleu nuit, pointure 42 : écrivez un nombre entier, comme 12 ou -2"),
  ]);
  const field = /<input[^>]* id="paires-recues-bos-cruz-bleu-nuit-42"[^>]*>/.exec(wrong.text)?.[0];
  expect(field).toMatch(/aria-invalid="true".* value="cinq"/);
  const many = await send({ [FIELD]: "-4" });
  expect([many.status, words(many).includes("Bleu nuit, pointure 42 : il n'y en a pas autant en stock")]).toEqual([
    400,
    true,
  ]);
  const stock = () => valueIn(shop, "select stock from variants where sku = 'BOS-CRUZ-BLEU-NUIT-42'");
  expect(stock()).toBe(3);

  for (const _ of ["press", "again"])
    expect(await send({ [FIELD]: "+\u0665" })).toMatchObject({ status: 303, location: address });
  // The same address after a reload, and after Back.
  const noted = await packer.get(address);
  expect(words(noted)).toContain("C'est noté. ");
  expect(words(noted)).toContain("Bleu nuit, pointure 42 : 3 + 5 = 8");
  expect(noted.text.includes(FIELD)).toBe(false);
  expect(stock()).toBe(8);
  for (const other of ["6", "six", ""]) expect((await send({ [FIELD]: other })).location).toBe(address);
  expect(words(await packer.get(address))).toContain("Ce formulaire avait déjà servi");
  expect(stock()).toBe(8);

  const next = (await packer.get(RECEIPT)).location ?? "";
  expect(next).not.toBe(address);
  const other = formWith((await packer.get(next)).text, FIELD);
  await packer.post(other.action, filled(other, { [FIELD]: "\u22121" }));
  expect(words(await packer.get(next))).toContain("Bleu nuit, pointure 42 : 8 \u2212 1 = 7");
  const journal = words(await (await as("owner")).get("/gestion/journal?objet=product"));
  expect(journal.match(/BOS-CRUZ-BLEU-NUIT-42/g)?.length).toBe(2);
  // What this shop did not mint is no key, and what is not sold here no product.
  expect((await packer.get(`${RECEIPT}?cle=x`)).status).toBe(303);
  expect((await packer.post(`${RECEIPT}?cle=x`, filled(other, { [FIELD]: "1" }))).location).toBe(RECEIPT);
  const third = (await packer.get(RECEIPT)).location ?? "";
  expect((await packer.post(third, { "recues-absent": "1" })).status).toBe(400);
  expect((await packer.get("/gestion/stock/absent")).status).toBe(404);
  expect(stock()).toBe(7);
});

const RECEIPT = "/gestion/stock/boston-santa-cruz";
const FIELD = "recues-bos-cruz-bleu-nuit-42";
