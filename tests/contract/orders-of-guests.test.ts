import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatPhone } from "~/domain/values/phone";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { directOrder, followed, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { decoded, titleOf } from "../support/http/reading";
import { accountHolder, newAddress, PASSWORD } from "../support/http/signed-in";
import { servedShop } from "../support/shop/served-shop";
import { restock } from "../support/shop/stored";

/** Shoppers without an account cancel an order, or correct phone, address and remark. */

const shop = servedShop();
let database: Database.Database;
let client: Client;
let number: string;
let send: (changes?: Record<string, string>) => Promise<Answer>;

beforeAll(() => {
  database = new Database(join(shop.dataDir, "shop.sqlite"));
});
beforeEach(async () => {
  restock(shop);
  await order();
});
afterAll(() => {
  database.close();
});

async function order(recipient: Record<string, string> = someone): Promise<void> {
  client = new Client(shop.url);
  ({ send } = await directOrder(client, SLUG, { quantite: "2" }, recipient));
  number = orderNumberOf(await send()) ?? "";
}

const row = () => database.prepare("select * from orders where number = ?").get(number) as Record<string, unknown>;
const stock = () => database.prepare("select stock from products where slug = ?").pluck().get(SLUG) as number;
const setStatus = (status: string) =>
  database.prepare("update orders set status = ? where number = ?").run(status, number);
const page = (below = "", by = client) => by.get(`/commande/${number}${below}`);
const cancel = () => client.post(`/commande/${number}/annuler`, {});

/** The page's text. */
const main = ({ text }: Answer) =>
  decoded(
    text
      .slice(text.indexOf("<main"), text.indexOf("</main>"))
      .replace(/<!--.*?-->/gs, "")
      .replace(/<[^>]*>/g, " "),
  )
    .replace(/\s+/g, " ")
    .replace(/ ([.,])/g, "$1");

/** Posts the page's form with changes. */
async function correct(typed: Record<string, string>): Promise<Answer> {
  return submit(client, formWith((await page("/modifier")).text, "telephone"), typed);
}

it("offers both while the shop has not confirmed the order, and no longer", async () => {
  const offers = async () => {
    const { text } = await page();
    return ["annuler", "modifier"].filter((what) => text.includes(`href="/commande/${number}/${what}"`));
  };
  expect(await offers()).toEqual(["annuler", "modifier"]);
  for (const status of ["confirmed", "shipped", "delivered", "returned", "cancelled"]) {
    setStatus(status);
    expect(await offers(), status).toEqual([]);
  }
});

describe("cancelling", () => {
  it("says what it means, gives the pairs back, and shows the order cancelled", async () => {
    const before = stock();
    const response = await page("/annuler");
    expect(titleOf(response.text)).toMatch(new RegExp(`^Annuler la commande n°\u00a0${number}`));
    expect(response.headers["cache-control"]).toContain("private");
    expect(main(response)).toMatch(/2 × Boston Santa Cruz, .+, pointure \d+ .*passée le/);
    expect(main(response)).toContain("Vous ne payez rien");
    expect(response.text).toContain(`href="/commande/${number}"`);
    expect(row().status).toBe("pending");

    const answer = await cancel();
    expect([answer.status, answer.location]).toEqual([303, `/commande/${number}`]);
    expect(stock()).toBe(before + 2);
    const reply = await page();
    expect(titleOf(reply.text)).toMatch(new RegExp(`^Commande n°\u00a0${number} annulée`));
    expect(main(reply)).toContain("Commande annulée");
    expect(main(reply)).toContain("Ce que vous aviez commandé est de retour en rayon");
    expect(reply.text).toContain(`href="/product/${SLUG}"`);
    for (const untrue of ["en espèces", "à la livraison", "Merci pour votre commande", "Nous vous appelons"])
      expect(main(reply)).not.toContain(untrue);
    expect(main(await page())).not.toContain("Commande annulée");
  });

  it("says nothing of pairs that came back while a parcel of it may be under way, until that is withdrawn", async () => {
    setStatus("cancelled");
    expect(main(await page())).toContain("aucun colis ne part. Ce que vous aviez commandé est de retour en rayon");
    database
      .prepare("insert into parcels (order_id, state, attempts, tracking, created_at) values (?, 'posted', 1, ?, 1)")
      .run(row().id, number);
    const told = main(await page());
    expect(told).toContain("Vous ne payez rien.");
    expect(told).not.toMatch(/aucun colis ne part|de retour en rayon/);
    database.prepare("update parcels set state = 'withdrawn' where order_id = ?").run(row().id);
    const withdrawn = main(await page());
    expect(withdrawn).toContain("aucun colis ne part. Ce que vous aviez commandé est de retour en rayon");
    expect(withdrawn).not.toContain("Suivi du colis");
  });

  it("leads to what was ordered while that is on sale, and asks for no new order of what is not", async () => {
    await cancel();
    expect(main(await page())).toContain("Pour commander de nouveau : Boston Santa Cruz");
    const retire = database.prepare("update products set active = ? where slug = ?");
    retire.run(0, SLUG);
    const { text } = await page();
    retire.run(1, SLUG);
    expect(main({ text } as Answer)).toContain("de retour en rayon. Une question");
    expect(text).not.toContain(`href="/product/${SLUG}"`);
  });

  it("is answered alike when it is pressed twice, and gives the pairs back once", async () => {
    const before = stock();
    for (const press of [1, 2]) {
      expect((await cancel()).location, `press ${press}`).toBe(`/commande/${number}`);
      expect(main(await page())).toContain("Commande annulée");
      expect(stock()).toBe(before + 2);
    }
    expect(await page("/annuler")).toMatchObject({ status: 302, location: `/commande/${number}` });
  });

  it("is not undone by sending the order's form again, which can then order again", async () => {
    await cancel();
    const answer = await send();
    expect(answer.status).toBe(409);
    expect(main(answer)).toContain(`votre commande n° ${number} est annulée. Pour commander de nouveau, vérifiez`);
    const again = orderNumberOf(await submit(client, formWith(answer.text, "couleur"), {}, "commander"));
    expect(again).toMatch(/^\w{4}-\w{4}$/);
    expect(again).not.toBe(number);
  });
});

describe("correcting", () => {
  it("shows what there is, and keeps what is typed over it; the fee stays", async () => {
    const before = row();
    const response = await page("/modifier");
    expect(titleOf(response.text)).toMatch(new RegExp(`^Modifier la commande n°\u00a0${number}`));
    expect(response.headers["cache-control"]).toContain("private");
    expect(Object.fromEntries(formWith(response.text, "telephone").fields)).toEqual({
      telephone: "0550\u00a012\u00a034\u00a056",
      adresse: someone.adresse,
      remarque: "",
      ...{ commune: "3101", debut: expect.stringContaining("remarque=") },
    });

    const typed = { telephone: "+213 661 23 45 67", adresse: "3, rue de la Paix", remarque: "Sonnez\n2 fois" };
    const answer = await correct({ ...typed, commune: "1601", wilaya: "16", frais: "1", nom: "X" });
    expect([answer.status, answer.location]).toEqual([303, `/commande/${number}`]);
    const changed = { version: 1, phone: "0661234567", address: typed.adresse, notes: typed.remarque };
    expect(row()).toEqual({ ...before, ...changed });
    const shown = main(await page());
    expect(shown).toContain("Commande modifiée");
    for (const text of ["•• •• •• •• 67", "3, rue de la Paix", "Remarque : Sonnez 2 fois"])
      expect(shown).toContain(text);
    expect(main(await page())).not.toContain("Commande modifiée");
  });

  it("number and new phone open the order from then on, the old phone does not", async () => {
    await correct({ telephone: "0661234567" });
    const stranger = new Client(shop.url);
    expect((await stranger.post("/suivi", { numero: number, telephone: someone.telephone })).status).toBe(400);
    expect((await page("", stranger)).status).toBe(404);
    const answer = await stranger.post("/suivi", { numero: number, telephone: "0661234567" });
    expect(orderNumberOf(answer)).toBe(number);
    expect((await page("/modifier", stranger)).status).toBe(200);
  });

  it.each([
    ["no phone", { telephone: "" }, "Le téléphone est requis"],
    ["an address of nothing", { adresse: " \u200b" }, "L'adresse est requise"],
    ["a long remark", { remarque: "a".repeat(501) }, "La remarque est trop longue : 501 caractères, 500 au plus"],
  ])("refuses what the order form refuses, in its words, and keeps what was typed: %s", async (_, typed, sentence) => {
    const before = row();
    const answer = await correct({ remarque: "Merci !", ...typed });
    expect(answer.status).toBe(400);
    expect(titleOf(answer.text)).toMatch(/^Erreur : Modifier la commande/);
    expect(main(answer)).toMatch(/^ *Il y a un problème/);
    expect(main(answer).split(sentence)).toHaveLength(3);
    expect(main(answer).includes("Veuillez remplir tous les champs obligatoires")).toBe(/ requise?$/.test(sentence));
    const kept = Object.fromEntries(formWith(answer.text, "telephone").fields);
    for (const [name, value] of Object.entries({ remarque: "Merci !", ...typed }))
      expect(kept[name]).toBe(value.trim());
    expect(row()).toEqual(before);
  });

  /** What staff agree to on the phone while the shopper's form is open. */
  const agreed = { phone: "0550222222", address: "7, rue Didouche Mourad" };
  const moved = { wilaya_id: 16, wilaya_name: "Alger", commune_id: 1601, commune_name: "Alger Centre" };
  /** Opens the form, has staff change the order, and sends the form. */
  async function correctAfter(changes: Record<string, string | number>, typed: Record<string, string>) {
    const form = formWith((await page("/modifier")).text, "telephone");
    const names = Object.keys(changes);
    const set = names.map((name) => `${name} = ?`).join();
    database.prepare(`update orders set ${set} where number = ?`).run(...Object.values(changes), number);
    return submit(client, form, typed);
  }

  it("keeps what staff changed meanwhile in the fields that the shopper left", async () => {
    const answer = await correctAfter({ ...agreed, ...moved }, { remarque: "Sonnez" });
    expect([answer.status, answer.location]).toEqual([303, `/commande/${number}`]);
    expect(row()).toMatchObject({ ...agreed, ...moved, notes: "Sonnez" });
  });

  it("takes what differs from before in its spaces alone", async () => {
    expect((await correctAfter({ address: "Cité 12, bt 1 24" }, {})).status).toBe(303);
    expect((await correct({ adresse: "Cité 12, bt 12 4" })).status).toBe(303);
    expect(row().address).toBe("Cité 12, bt 12 4");
  });

  it.each([
    ["the same field is another one", agreed, { telephone: "0661234567" }],
    [
      "the same field is another one, with an error beside it",
      agreed,
      { telephone: "0661234567", remarque: "a".repeat(501) },
    ],
    ["the address was typed for another commune", moved, { adresse: "3, rue de la Paix" }],
  ])("asks, and stores what was typed at the next press, where %s", async (_, changes, typed) => {
    const answer = await correctAfter(changes, typed);
    expect(answer.status).toBe(409);
    expect(titleOf(answer.text)).toMatch(/^Erreur : Modifier la commande/);
    const { phone, address, commune_name, wilaya_name } = row();
    expect(row()).toMatchObject({ ...changes, notes: "" });
    expect(main(answer)).toContain("Cette commande a changé depuis que vous l'avez ouverte : rien n'est enregistré.");
    const now = `Téléphone : ${formatPhone(String(phone))} Adresse : ${address}, ${commune_name} (${wilaya_name})`;
    expect(main(answer)).toContain(now.replace(/\s/g, " "));
    const asked = formWith(answer.text, "telephone");
    expect(Object.fromEntries(asked.fields)).toMatchObject(typed);
    expect((await submit(client, asked, { remarque: "Merci" })).status).toBe(303);
    const { telephone = phone, adresse = address } = typed as { telephone?: string; adresse?: string };
    expect(row()).toMatchObject({ ...changes, phone: telephone, address: adresse, notes: "Merci" });
  });

  it("needs no address at a pickup point", async () => {
    await order({ ...someone, mode: "relais", relais: "310101", adresse: "" });
    expect(row().mode).toBe("relais");
    expect(main(await page("/modifier"))).toContain("Au point relais");
    expect((await correct({ adresse: "", remarque: "Je passe samedi" })).status).toBe(303);
    expect(row().notes).toBe("Je passe samedi");
  });
});

describe("too late", () => {
  it.each([
    ["confirmed", "Votre commande est déjà confirmée : appelez-nous au"],
    ["shipped", "Votre commande est déjà partie : appelez-nous au"],
    ["delivered", "Votre commande est déjà livrée : appelez-nous au"],
  ])("a %s order stays as it is, and the page says whom to call", async (status, sentence) => {
    const response = await page("/modifier");
    setStatus(status);
    const before = [row(), stock()];
    const typed = { telephone: "0661234567", adresse: "3, rue de la Paix" };
    const corrected = await submit(client, formWith(response.text, "telephone"), typed);
    const cancelled = await cancel();
    for (const [answer, what] of [
      [corrected, "modifier"],
      [cancelled, "annuler"],
    ] as const) {
      expect(answer.status).toBe(409);
      expect(titleOf(answer.text)).toMatch(
        new RegExp(`^Erreur : Il est trop tard pour ${what} la commande n°\u00a0${number}`),
      );
      expect(main(answer)).toContain(`La commande n'a pas été ${what === "annuler" ? "annulée" : "modifiée"}.`);
      const came = await page(`/${what}`);
      expect(came.status).toBe(200);
      for (const { text } of [answer, came]) {
        expect(main({ text } as Answer)).toContain(sentence);
        expect(text.slice(text.indexOf("<main"), text.indexOf("</main>"))).toMatch(/href="tel:\+213\d+"/);
        expect(text).not.toContain(`action="/commande/`);
      }
    }
    // What was typed is shown, to be read out on the phone.
    for (const text of Object.values(typed)) expect(main(corrected)).toContain(text);
    expect([row(), stock()]).toEqual(before);
  });
});

describe("somebody else's order (S-6)", () => {
  it("is not found", async () => {
    for (const what of ["/annuler", "/modifier"]) {
      const answer = await page(what, new Client(shop.url));
      expect([answer.status, titleOf(answer.text)]).toEqual([404, expect.stringMatching(/^Commande non trouvée/)]);
    }
  });

  it("has one address, however its number is spelt", async () => {
    const spelt = number.toLowerCase().replace("-", "");
    for (const what of ["annuler", "modifier"])
      expect((await client.get(`/commande/${spelt}/${what}`)).location).toBe(`/commande/${number}/${what}`);
    const answer = await client.post(`/commande/${spelt}/annuler`, {});
    expect(followed(answer)).toBe(`/commande/${number}`);
  });
});

describe("an account with the order's recipient", () => {
  const link = ({ text }: Answer) => /href="(\/register\?retour=[^"]*)"/.exec(text.slice(text.indexOf("<main")))?.[1];
  const completed = { email: newAddress(), motDePasse: PASSWORD, confirmation: PASSWORD, conditions: "oui" };

  it("is offered on the guest's page, asks for no name, and has phone, address and the order", async () => {
    const path = link(await page()) ?? "";
    expect(path).toBe(`/register?retour=${encodeURIComponent(`/commande/${number}`)}`);
    const registration = await client.get(path);
    expect(main(registration)).toContain("Samira Benali");
    expect(main(registration)).not.toContain("12 34 56");
    expect(registration.text).not.toMatch(/<label[^>]*>(?:Prénom|Nom)</);
    const answer = await submit(client, formWith(registration.text, "motDePasse"), completed);
    expect(answer.status).toBe(303);
    expect(answer.location).toBe(`/commande/${number}`);
    const order = await client.get(`/account/orders/${number}`);
    expect(order.status).toBe(200);
    const profile = await client.get("/account");
    expect(profile.text).toMatch(/value="0550\s12\s34\s56"/);
    expect(decoded(profile.text)).toContain(someone.adresse);
    expect(main(profile)).toContain(number);
    expect(link(await page())).toBeUndefined();
  });

  it("tells nothing of an order to who has no access to it", async () => {
    const stranger = new Client(shop.url);
    const registration = await stranger.get(`/register?retour=${encodeURIComponent(`/commande/${number}`)}`);
    expect(main(registration)).not.toContain("Samira");
    expect(registration.text).toMatch(/<label[^>]*>Prénom</);
    const form = formWith(registration.text, "motDePasse");
    const typed = { ...completed, email: newAddress(), prenom: "Nadia", nom: "Kaci" };
    expect((await submit(stranger, form, typed)).status).toBe(303);
    const profile = await stranger.get("/account");
    expect(profile.text).not.toMatch(/value="0550/);
  });

  it("is not offered to who has one", async () => {
    const { client: holder } = await accountHolder(shop);
    client = holder;
    const direct = await directOrder(client, SLUG);
    number = orderNumberOf(await direct.send()) ?? "";
    expect(main(await page())).toContain("bien reçue");
    expect(link(await page())).toBeUndefined();
  });
});
