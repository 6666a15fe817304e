import { beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../support/http/authenticator";
import { type Answer, Client } from "../support/http/client";
import { filled, formsOf, formWith, submit } from "../support/http/forms";
import { orderedIn } from "../support/http/orders";
import { mainOf, titleOf, words } from "../support/http/reading";
import {
  enter,
  invitationIn,
  joinByPassword,
  newStaffAddress,
  type PasswordStaff,
  type SignedInStaff,
  STAFF_PASSWORD,
  signInStaff,
} from "../support/http/staff";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { startShop } from "../support/shop/shop-server";
import { forgetAttempts, runIn, storedIn, valueIn, valuesIn } from "../support/shop/stored";
import { expectUnchanged } from "../support/shop/unchanged";

/** Who comes into the back office, over HTTP and without scripts (S-1 to S-5). */

const shop = servedShop();
const client = clientOf(shop);

beforeEach(() => forgetAttempts(shop));

const cookieLines = (answer: Answer) => answer.headers["set-cookie"] ?? [];
const FAILED = "Connexion refusée : l'e-mail, le mot de passe ou le code n'est pas le bon.";

function expectRefused(answer: Answer, message: string, status = 400) {
  expect(answer.status).toBe(status);
  expect(titleOf(answer.text)).toMatch(/^Erreur : /);
  const main = mainOf(answer);
  expect(main.indexOf('<section id="erreurs"')).toBeLessThan(main.indexOf("<h1"));
  expect(words(answer)).toContain(message);
  for (const [tag] of answer.text.matchAll(/<input[^>]*type="password"[^>]*>/g)) expect(tag).not.toMatch(/value="[^"]/);
}

/** The person's sessions were proved so long ago. */
const provedAgo = ({ id }: SignedInStaff, minutes: number) =>
  runIn(shop, "update staff_sessions set proved_at = ? where staff_id = ?", Date.now() - minutes * 60_000, id);

describe("an invitation's link", () => {
  it("shows a form and changes nothing; sent, it makes the person, signs in and shows ten codes once", async () => {
    const { path, email } = invitationIn(shop);
    const before = storedIn(shop);
    const page = await client.get(path);
    expect(page.status).toBe(200);
    expect(words(page)).toContain(email);
    expect(mainOf(page)).toContain('role="img" aria-label="Code QR');
    expectUnchanged(storedIn(shop), before);
    const joined = await joinByPassword(client, path);
    expect(new Set(joined.codes).size).toBe(10);
    expect(words(await client.get("/gestion/codes"))).toContain("Ils ont déjà été montrés.");
    expect((await client.get("/gestion/entree")).location).toBe("/gestion");
    expect(words(await new Client(shop.url).get(path))).toContain("Ce lien n'est plus valable");
    expect(shop.log()).not.toContain(path.slice(-43));
  });

  it("refuses a weak password or a wrong code, and keeps what was typed and the app's secret", async () => {
    const { path, email } = invitationIn(shop);
    const form = formWith((await client.get(path)).text, "secret");
    const secret = form.fields.find(([name]) => name === "secret")?.[1] ?? "";
    const typed = { nom: "Nadia", motDePasse: STAFF_PASSWORD, confirmation: STAFF_PASSWORD, code: appCode(secret) };
    const weak = "Le mot de passe doit contenir au moins 12 caractères : quatre mots, par exemple";
    for (const [changes, message] of [
      [{ nom: "" }, "Le nom est requis"],
      [{ motDePasse: "olives", confirmation: "olives" }, weak],
      [{ motDePasse: email, confirmation: email }, "Ce mot de passe ressemble à votre nom ou à votre e-mail"],
      [{ confirmation: "x" }, "Les mots de passe ne correspondent pas"],
      [{ code: "" }, "Le code est requis"],
      [{ code: appCode(secret, 5) }, "vérifiez l'heure du téléphone, ou scannez de nouveau le code QR de cette page."],
    ] as const) {
      const refused = await submit(client, form, { ...typed, ...changes }, "mot-de-passe");
      expectRefused(refused, message);
      const again = formWith(refused.text, "secret");
      expect(again.fields).toContainEqual(["secret", secret]);
      if (!("nom" in changes)) expect(again.fields).toContainEqual(["nom", "Nadia"]);
    }
    const spaced = appCode(secret).replace(/(...)/, "$1 ");
    expect((await submit(client, form, { ...typed, code: spaced }, "mot-de-passe")).location).toBe("/gestion/codes");
    const late = await submit(new Client(shop.url), form, typed, "mot-de-passe");
    expectRefused(late, "Ce lien n'est plus valable");
  });

  it("that is none says so, and takes nothing", async () => {
    const before = storedIn(shop);
    for (const token of ["", "?jeton=", "?jeton=x", `?jeton=${"A".repeat(43)}`]) {
      const page = await client.get(`/gestion/bienvenue${token}`);
      expect([page.status, words(page).includes("Ce lien n'est plus valable")]).toEqual([200, true]);
      expect((await client.post(`/gestion/bienvenue${token}`, { intent: "mot-de-passe", nom: "x" })).status).toBe(400);
    }
    expectUnchanged(storedIn(shop), before);
  });
});

describe("signing in", () => {
  let person: PasswordStaff;
  beforeEach(async () => {
    person = await joinByPassword(new Client(shop.url), invitationIn(shop).path);
  });

  it("leads to where one wanted to go, under a new token in a cookie that ends with the browser", async () => {
    const asked = await client.get("/gestion/securite?x=1");
    expect([asked.status, asked.location]).toEqual([303, "/gestion/entree?retour=%2Fgestion%2Fsecurite%3Fx%3D1"]);
    const long = await client.get(`/gestion/commandes?q=${"a".repeat(2_000)}`);
    expect([long.status, long.location]).toEqual([303, "/gestion/entree?retour=%2Fgestion"]);
    const answer = await enter(client, { ...person, code: appCode(person.secret) }, asked.location);
    expect([answer.status, answer.location]).toEqual([303, "/gestion/securite?x=1"]);
    const line = cookieLines(answer).find((one) => one.startsWith("gestion="));
    expect(line).toMatch(/^gestion=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookieLines(answer).filter((one) => !/; HttpOnly.*; SameSite=Strict/.test(one))).toEqual([]);
    const first = client.cookies.get("gestion");
    expect(first).not.toBe(person.client.cookies.get("gestion"));
    expect((await client.get("/gestion/securite")).status).toBe(200);
  });

  it.each(["https://evil.example/", "/account", "/gestion/sortie", "/gestionnaire"])(
    "never leads to %s (S-4)",
    async (retour) => {
      const address = `/gestion/entree?retour=${encodeURIComponent(retour)}`;
      expect((await enter(client, { ...person, code: appCode(person.secret) }, address)).location).toBe("/gestion");
    },
  );

  it("says the same of a wrong password, a wrong code and an address of nobody (S-5)", async () => {
    const code = appCode(person.secret);
    const [wrong = "", ...others] = [
      await enter(client, { ...person, password: "x", code }),
      await enter(client, { ...person, code: appCode(person.secret, 5) }),
      await enter(client, { email: newStaffAddress(), code }),
    ].map((answer) => {
      expectRefused(answer, FAILED);
      // What was typed, and what each page has of its own.
      return words(answer);
    });
    for (const other of others) expect(other).toBe(wrong);
    expectRefused(await enter(client, { email: "?", code }), "Adresse e-mail invalide (ex: nom@exemple.com)");
    expectRefused(await enter(client, { ...person, password: "", code }), "Le mot de passe est requis");
    expectRefused(await enter(client, { ...person, code: "" }), "Le code est requis");
  });

  it("is limited for strangers, and never for a browser that the person used, nor for a recovery code", async () => {
    for (let time = 0; time < 10; time += 1)
      expect((await enter(client, { ...person, password: "x", code: "1" })).status).toBe(400);
    const code = appCode(person.secret);
    expectRefused(await enter(client, { ...person, code }), "Trop de tentatives. Réessayez dans 15 minutes", 429);
    const known = new Client(shop.url);
    known.cookies.set("gestion-connu", person.client.cookies.get("gestion-connu") ?? "");
    const forged = new Client(shop.url);
    forged.cookies.set("gestion-connu", `${person.client.cookies.get("gestion-connu")}`.replace(/^.{6}/, "aaaaaa"));
    expect((await enter(forged, { ...person, code })).status).toBe(429);
    expect((await enter(known, { ...person, code })).status).toBe(303);
    expect((await enter(new Client(shop.url), { ...person, code: person.codes[0] ?? "" })).status).toBe(303);
    expect((await enter(new Client(shop.url), { ...person, code: person.codes[0] ?? "" })).status).toBe(400);
  });

  it("ends by a form alone, and then the cookie is worth nothing", async () => {
    const cookie = person.client.cookies.get("gestion") ?? "";
    expect((await person.client.get("/gestion/sortie")).location).toBe("/gestion");
    expect((await person.client.get("/gestion/securite")).status).toBe(200);
    const answer = await person.client.post("/gestion/sortie", {});
    expect([answer.status, answer.location]).toEqual([303, "/gestion/entree"]);
    client.cookies.set("gestion", cookie);
    expect((await client.get("/gestion/securite")).status).toBe(303);
  });

  it("is nothing that another site can send", async () => {
    const before = storedIn(shop);
    const code = appCode(person.secret);
    const typed = { email: person.email, motDePasse: STAFF_PASSWORD, code };
    const answer = await client.post("/gestion/entree", typed, {
      "sec-fetch-site": "cross-site",
      origin: "https://evil.example",
    });
    expect([answer.status, cookieLines(answer)]).toEqual([403, []]);
    expectUnchanged(storedIn(shop), before);
  });

  it("is for staff: an account of a shopper opens nothing, and a session of staff no account", async () => {
    const { email } = person;
    expect((await client.post("/login", { email, motDePasse: STAFF_PASSWORD, retour: "/" })).status).toBe(400);
    expect((await person.client.get("/account")).status).toBe(303);
  });
});

describe("what nobody keeps", () => {
  it.each(["entree", "bienvenue", "preuve", "codes", "securite", "equipe"])("/gestion/%s", async (page) => {
    const { client: owner } = await signInStaff(shop);
    const answers = [await client.get(`/gestion/${page}`), await owner.get(`/gestion/${page}`)];
    for (const { headers, status, text } of answers) {
      if (status !== 200) continue;
      expect(headers["cache-control"]).toContain("no-store");
      expect(text).toContain('<meta name="robots" content="noindex"/>');
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });
});

describe("a fresh proof", () => {
  it("is asked for after ten minutes, by what the person has, and renews the token", async () => {
    const joined = await joinByPassword(client, invitationIn(shop).path);
    const id = valueIn<string>(shop, "select id from staff where email = ?", joined.email);
    provedAgo({ id } as SignedInStaff, 11);
    const asked = await client.get("/gestion/equipe");
    expect([asked.status, asked.location]).toEqual([303, "/gestion/preuve?retour=%2Fgestion%2Fequipe"]);
    const posted = await client.post("/gestion/equipe", { intent: "retirer", personne: id ?? "" });
    expect([posted.status, posted.location]).toEqual([307, "/gestion/preuve?retour=%2Fgestion%2Fequipe"]);
    const form = formWith((await client.get(asked.location ?? "")).text, "motDePasse");
    const before = client.cookies.get("gestion") ?? "";
    const code = appCode(joined.secret);
    expectRefused(
      await submit(client, form, { motDePasse: "x", code }),
      "Le mot de passe ou le code n'est pas le bon.",
    );
    const proved = await submit(client, form, { motDePasse: STAFF_PASSWORD, code });
    expect([proved.status, proved.location]).toEqual([303, "/gestion/equipe"]);
    expect((await client.get("/gestion/equipe")).status).toBe(200);
    const old = new Client(shop.url);
    old.cookies.set("gestion", before);
    expect((await old.get("/gestion/securite")).location).toContain("/gestion/entree");
  });
});

describe("a form that comes after the session's end", () => {
  const endSessions = () => runIn(shop, "delete from staff_sessions");
  /** What a browser does at 307: the same form, at the address. */
  const passedOn = (answer: Answer, fields: [string, string][]) => {
    expect(answer.status).toBe(307);
    return client.post(answer.location ?? "", fields);
  };
  const newOrder = async () => `/gestion/commandes/${await orderedIn(shop)}`;
  /** What a proof carries of a form of this page. */
  const suiteOf = async (from: Client, page: string, fields: Record<string, string>) => {
    const asked = await from.post(`/gestion/preuve?retour=${encodeURIComponent(page)}`, fields);
    return formWith(asked.text, "suite").fields.find(([name]) => name === "suite")?.[1] ?? "";
  };
  const notes = () => valuesIn<string>(shop, "select text from order_notes");

  it("goes along with the sign-in, is done by one more press, and nowhere stored before", async () => {
    const person = await joinByPassword(client, invitationIn(shop).path);
    const page = await newOrder();
    // As long as a form may be, and what takes most room when it is written down.
    const note = `Sonner "deux" fois,\r\n<b>& attendre</b> : ${'é"\\'.repeat(5_000)}`;
    const sent = filled(formWith((await client.get(page)).text, "note"), { note });
    endSessions();
    const asked = await passedOn(await client.post(page, [...sent, ["intent", "noter"]]), [
      ...sent,
      ["intent", "noter"],
    ]);
    expectRefused(asked, "Votre session a pris fin : rien n'a encore été fait.", 403);
    const stored = storedIn(shop);
    const signIn = formWith(asked.text, "motDePasse");
    expectRefused(await submit(client, signIn, { email: person.email, motDePasse: "x", code: "1" }), FAILED);
    const again = formWith(asked.text, "suite");
    const typed = { email: person.email, motDePasse: STAFF_PASSWORD, code: appCode(person.secret) };
    const fields = filled(again, typed);
    const resumed = await passedOn(await client.post(again.action, fields), fields);
    expect([resumed.status, titleOf(resumed.text)]).toEqual([200, "Envoyer ce que vous aviez écrit – Gestion"]);
    expect(resumed.text).toContain(">Nadia</span>");
    expect(words(resumed)).toContain(`Commande ${page.split("/").at(-1)} : Ajouter la note`);
    expect(resumed.text).not.toContain("<b>&");
    expect(resumed.text).not.toContain(STAFF_PASSWORD);
    expect(notes()).toEqual([]);
    const waiting = formWith(resumed.text, "note");
    expect(waiting.action).toBe(page);
    expect(Object.fromEntries(waiting.fields).note?.replace(/\r?\n/g, "\r\n")).toBe(note);
    const tooLong = await submit(client, waiting, {});
    expect([tooLong.status, words(tooLong).includes("La note est trop longue")]).toEqual([400, true]);
    for (const _ of [1, 2]) expect((await submit(client, waiting, { note: "Sonner deux fois" })).location).toBe(page);
    expect(notes()).toEqual(["Sonner deux fois"]);
    expect(Object.keys(stored).length).toBeGreaterThan(0);
    expect(JSON.stringify(storedIn(shop))).not.toContain("attendre");
    expect(shop.log()).not.toContain("attendre");
  });

  it("without a fresh proof goes along with that", async () => {
    const owner = await joinByPassword(client, invitationIn(shop).path);
    runIn(shop, "update staff_sessions set proved_at = proved_at - 660000");
    const email = newStaffAddress();
    const sent: [string, string][] = Object.entries({ intent: "inviter", nom: "Karim", email, role: "packer" });
    const asked = await passedOn(await client.post("/gestion/equipe", sent), sent);
    expectRefused(asked, "Dites d'abord qui vous êtes : rien n'a encore été fait.", 403);
    const proof = formWith(asked.text, "suite");
    const typed = { motDePasse: STAFF_PASSWORD, code: appCode(owner.secret) };
    const fields = filled(proof, typed);
    const resumed = await passedOn(await client.post(proof.action, fields), fields);
    const waiting = formWith(resumed.text, "role");
    expect(words(await client.get("/gestion/equipe"))).not.toContain(email);
    expect((await submit(client, waiting, {})).location).toBe("/gestion/equipe");
    expect(words(await client.get("/gestion/equipe"))).toContain(email);
    runIn(shop, "delete from staff_links");
  });

  it("is sent by nobody else, who reads whose it was and what it would have done", async () => {
    await joinByPassword(client, invitationIn(shop).path, "Amina");
    const other = await joinByPassword(new Client(shop.url), invitationIn(shop).path, "Lyna");
    const page = (await newOrder()).replace("commandes", "appels");
    const sent: [string, string][] = [["reponse", "n-a-pas-commande"]];
    endSessions();
    const asked = await passedOn(await client.post(page, sent), sent);
    const signIn = formWith(asked.text, "suite");
    const typed = { email: other.email, motDePasse: STAFF_PASSWORD, code: appCode(other.secret) };
    const fields = filled(signIn, typed);
    const resumed = await passedOn(await client.post(signIn.action, fields), fields);
    expect(words(resumed)).toContain("Rien n'a été envoyé : ce formulaire est d'Amina.");
    expect(words(resumed)).toContain(`Commande ${page.split("/").at(-1)} : N'a pas commandé`);
    expect(formsOf(mainOf(resumed))).toEqual([]);
    expect(mainOf(resumed)).toContain(`href="${page}"`);
  });

  it("is said in words before it is sent", async () => {
    const { client: owner } = await signInStaff(shop);
    const { id } = await signInStaff(shop, { role: "packer", name: "Omar" });
    const [order, choix] = ["/gestion/commandes/K7MQ-4TXP", "K7MQ-4TXP:0 K7MQ-4TXQ:0"];
    for (const [retour, fields, said] of [
      [order, { intent: "annuler", motif: "doublon" }, "Commande K7MQ-4TXP : Annuler la commande, motif : Doublon"],
      [`${order}/modifier`, { intent: "enregistrer" }, "Modifier la commande K7MQ-4TXP : Enregistrer"],
      ["/gestion/appels/K7MQ-4TXP", { reponse: "a-rappeler", jour: "2020-01-01" }, "K7MQ-4TXP : À rappeler Envoyer"],
      ["/gestion/appels/K7MQ-4TXP", { intent: "reprendre" }, "Commande K7MQ-4TXP : Annuler ce résultat"],
      [
        "/gestion/commandes/groupe?x=1",
        { faire: "annuler", choix, motif: "fausse" },
        "Commandes : Annuler 2 commandes",
      ],
      ["/gestion/commandes/nouvelle", { intent: "confirmer", total: "4400" }, "Enregistrer et confirmer, 4 400 DA"],
      ["/gestion/equipe", { intent: "retirer", personne: id, role: "owner" }, "Équipe, Omar : Retirer l'accès Envoyer"],
      ["/gestion/equipe", { intent: "role", personne: id, role: "owner" }, "Changer le rôle, Propriétaire"],
      ["/gestion/avis", { intent: "refuser" }, "Avis à lire : Refuser"],
      ["/gestion/journal", { intent: "constructor" }, "Gestion Envoyer"],
    ] as const) {
      const suite = await suiteOf(owner, retour, fields);
      expect(words(await owner.post("/gestion/reprise", { retour, suite }))).toContain(said);
    }
  });

  it("is typed again where it has a secret, or leads elsewhere than into the office", async () => {
    const secret: [string, string][] = Object.entries({ intent: "mot-de-passe", actuel: STAFF_PASSWORD });
    const asked = await passedOn(await client.post("/gestion/securite", secret), secret);
    expectRefused(asked, "Votre session a pris fin : rien n'a été fait. Connectez-vous, puis recommencez.", 403);
    expect(asked.text).not.toContain(STAFF_PASSWORD);
    for (const retour of [
      "https://evil.example/",
      "//evil.example",
      "/account",
      "/gestion/sortie",
      "/gestion/reprise",
    ]) {
      const forged = await client.post(`/gestion/entree?retour=${encodeURIComponent(retour)}`, { note: "x" });
      expect(forged.text).not.toContain('name="suite"');
    }
    const { client: signedIn } = await signInStaff(shop);
    for (const suite of ["", "x", "{}", '[["a","b"]]', `${"x".repeat(22)}..[["a","b"]]`]) {
      const page = await signedIn.post("/gestion/reprise", { retour: "/gestion/journal", suite });
      expect([page.status, words(page).includes("Il n'y a rien à envoyer")]).toEqual([200, true]);
    }
    const suite = await suiteOf(signedIn, "/gestion/journal", { a: "b" });
    const elsewhere = await signedIn.post("/gestion/reprise", { retour: "//evil.example", suite });
    expect(words(elsewhere)).toContain("Il n'y a rien à envoyer");
    expect((await signedIn.get("/gestion/reprise")).status).toBe(200);
  });
});

describe("Équipe", () => {
  const membersForm = (page: Answer, id: string) => formWith(page.text, "personne", id);

  it("invites by a link that it shows once, and takes an invitation back", async () => {
    const { client: owner } = await signInStaff(shop);
    const [email, other] = [newStaffAddress(), newStaffAddress()];
    const invite = async (to: string) => {
      const form = formWith((await owner.get("/gestion/equipe")).text, "email");
      return submit(owner, form, { nom: "Karim", email: to, role: "packer" }, "inviter");
    };
    expectRefused(await invite("?"), "Adresse e-mail invalide");
    expect((await invite(email)).location).toBe("/gestion/equipe");
    const link = /http:[^<]*(\/gestion\/bienvenue\?jeton=[\w-]{43})/.exec(
      (await owner.get("/gestion/equipe")).text,
    )?.[1];
    expect((await owner.get("/gestion/equipe")).text).not.toContain("jeton=");
    const joined = await joinByPassword(client, link ?? "", "Karim");
    expect(joined.email).toBe(email);
    expect((await client.get("/gestion/equipe")).status).toBe(404);
    await invite(other);
    const second = /(\/gestion\/bienvenue\?jeton=[\w-]{43})/.exec((await owner.get("/gestion/equipe")).text)?.[1] ?? "";
    const waiting = formWith((await owner.get("/gestion/equipe")).text, "invitation");
    expect((await submit(owner, waiting, {}, "annuler")).status).toBe(303);
    expect(words(await new Client(shop.url).get(second))).toContain("Ce lien n'est plus valable");
  });

  it("changes a role, which counts at once, ends sessions, and takes the access away", async () => {
    const { client: owner } = await signInStaff(shop);
    const other = await signInStaff(shop, { role: "caller" });
    const press = async (intent: string, changes: Record<string, string> = {}) =>
      submit(owner, membersForm(await owner.get("/gestion/equipe"), other.id), changes, intent);
    expect((await press("role", { role: "owner" })).status).toBe(303);
    expect((await other.client.get("/gestion/equipe")).status).toBe(200);
    expect((await press("role", { role: "king" })).status).toBe(400);
    expect((await press("fermer")).status).toBe(303);
    expect((await other.client.get("/gestion/securite")).location).toContain("/gestion/entree");
    expect((await press("retirer")).status).toBe(303);
    expect(words(await owner.get("/gestion/equipe"))).not.toContain(other.email);
    // Who gives up their own role is led to a page that they still have.
    const { client: leaving, id } = await signInStaff(shop);
    const own = membersForm(await leaving.get("/gestion/equipe"), id);
    const { location } = await submit(leaving, own, { role: "packer" }, "role");
    const next = await leaving.get(location ?? "");
    expect([next.status, words(next)]).toEqual([200, expect.stringContaining("Rôle changé.")]);
  });

  it("keeps the last owner", async () => {
    const owner = await signInStaff(shop);
    runIn(shop, "update staff set ended_at = 1 where role = 'owner' and id <> ?", owner.id);
    for (const [intent, changes] of [
      ["role", { role: "packer" }],
      ["retirer", {}],
    ] as const) {
      const page = await owner.client.get("/gestion/equipe");
      const answer = await submit(owner.client, membersForm(page, owner.id), changes, intent);
      expectRefused(answer, "C'est le dernier propriétaire : donnez d'abord ce rôle à quelqu'un d'autre.");
    }
    expect((await owner.client.get("/gestion/equipe")).status).toBe(200);
  });
});

describe("Sécurité", () => {
  it("changes one's name and address, with a fresh proof, and the journal tells it", async () => {
    const person = await signInStaff(shop, { role: "caller", name: "Karim" });
    const other = await signInStaff(shop);
    const form = formWith((await person.client.get("/gestion/securite")).text, "email");
    const chosen = newStaffAddress();
    const send = (nom: string, email: string) => submit(person.client, form, { nom, email }, "enregistrer");
    expectRefused(await send("", "x@"), "Le nom est requis");
    const taken = await send("Karim B.", other.email);
    expectRefused(taken, "Cette adresse est déjà celle de quelqu'un de l'équipe.");
    expect(formWith(taken.text, "email").fields).toContainEqual(["nom", "Karim B."]);
    provedAgo(person, 11);
    expect((await send("Karim B.", chosen)).location).toContain("/gestion/preuve");
    provedAgo(person, 0);
    expect((await send("Karim B.", chosen.toUpperCase())).location).toBe("/gestion/securite");
    expect((await person.client.get("/gestion")).text).toContain(">Karim B.</span>");
    const journal = words(await other.client.get("/gestion/journal"));
    expect(journal).toContain("nom ou e-mail changé");
    expect(journal).toContain(chosen);
  });

  it("changes the password, which ends the other sessions, and the recovery codes", async () => {
    const joined = await joinByPassword(client, invitationIn(shop).path);
    const elsewhere = new Client(shop.url);
    await enter(elsewhere, { ...joined, code: appCode(joined.secret) });
    const form = formWith((await client.get("/gestion/securite")).text, "actuel");
    const chosen = "cinq figues de Barbarie";
    const typed = { actuel: STAFF_PASSWORD, motDePasse: chosen, confirmation: chosen };
    expectRefused(
      await submit(client, form, { ...typed, actuel: "x" }, "mot-de-passe"),
      "Ce n'est pas le bon mot de passe",
    );
    expect((await submit(client, form, typed, "mot-de-passe")).location).toBe("/gestion/securite");
    expect((await elsewhere.get("/gestion/securite")).location).toContain("/gestion/entree");
    expect((await client.post("/gestion/securite", { intent: "codes" })).location).toBe("/gestion/codes");
    const codes = words(await client.get("/gestion/codes"));
    expect(codes).not.toContain(joined.codes[0]);
    expect(codes).toMatch(/([a-z2-7]{4}-){5}[a-z2-7]{4}/);
  });

  it("lists sessions and ends one, and switches the shortcuts", async () => {
    const joined = await joinByPassword(client, invitationIn(shop).path);
    const elsewhere = new Client(shop.url);
    await enter(elsewhere, { ...joined, code: appCode(joined.secret) });
    const page = await client.get("/gestion/securite");
    expect(words(page)).toContain("Ils sont actifs");
    const form = formWith(page.text, "session");
    expect((await submit(client, form, {}, "fermer")).status).toBe(303);
    expect((await elsewhere.get("/gestion/securite")).location).toContain("/gestion/entree");
    await submit(client, formWith(page.text, "raccourcis"), {}, "raccourcis");
    expect(words(await client.get("/gestion/securite"))).toContain("Ils sont désactivés.");
  });
});

describe("elsewhere", () => {
  it("behind https cookies are Secure and bound to this host", async () => {
    const site = "https://boutique.example";
    const secure = await startShop({ env: { SITE_URL: site } });
    try {
      const { path } = invitationIn(secure);
      const other = new Client(secure.url);
      const form = formWith((await other.get(path)).text, "secret");
      const secret = form.fields.find(([name]) => name === "secret")?.[1] ?? "";
      const fields = { nom: "Nadia", motDePasse: STAFF_PASSWORD, confirmation: STAFF_PASSWORD, code: appCode(secret) };
      const all = { ...Object.fromEntries(form.fields), ...fields, intent: "mot-de-passe" };
      const answer = await other.post(path, all, { origin: site });
      expect(answer.location).toBe("/gestion/codes");
      const lines = cookieLines(answer).filter((line) => line.includes("gestion"));
      expect(lines.map((line) => line.split("=")[0]).sort()).toEqual([
        "__Host-gestion",
        "__Host-gestion-connu",
        "__Host-gestion-une-fois",
      ]);
      for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    } finally {
      await secure.stop();
    }
  });
});
