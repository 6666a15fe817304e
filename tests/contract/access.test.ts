import { describe, expect, it } from "vitest";
import { headOf, textOf } from "../support/fakes/mail-server";
import { type Answer, Client } from "../support/http/client";
import { formsOf, formWith, submit } from "../support/http/forms";
import { checkout, fillCart, followed, landed, orderNumberOf, someone } from "../support/http/orders";
import { mainOf, titleOf, words } from "../support/http/reading";
import { accountHolder, linkIn, logIn, mailsTo, newAddress, PASSWORD, register } from "../support/http/signed-in";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { type RunningShop, startShop } from "../support/shop/shop-server";
import { forgetAttempts, rowsIn, runIn, storedIn, valueIn } from "../support/shop/stored";

/** Registering, signing in and out, lost passwords, over HTTP (sections 2, 5, 8; S-3 to S-5). */

const shop = servedShop();
const client = clientOf(shop);

const accountsOf = (email: string) => rowsIn(shop, "select * from accounts where email = ?", email);
const cookieLines = (answer: Answer) => answer.headers["set-cookie"] ?? [];

/** Expects status, title, summary with links to fields, and values but passwords. */
function expectRefused(answer: Answer, messages: string[], status = 400) {
  expect(answer.status).toBe(status);
  expect(titleOf(answer.text)).toMatch(/^Erreur : /);
  const summary = /<section id="erreurs".*?<\/section>/s.exec(mainOf(answer))?.[0] ?? "";
  expect(summary).toContain("Il y a un problème");
  for (const message of messages) {
    expect(words(answer).split(message).length - 1, message).toBeGreaterThanOrEqual(2);
    const id = new RegExp(
      `href="#([\\w-]+)"[^>]*>${message.replace(/[().?*+]/g, "\\$&").replaceAll("'", "&#x27;")}<`,
    ).exec(summary)?.[1];
    expect(answer.text).toMatch(new RegExp(`id="${id}"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="${id}"`));
  }
  for (const [tag] of answer.text.matchAll(/<input[^>]*type="password"[^>]*>/g)) expect(tag).not.toMatch(/value="[^"]/);
}

describe("registering", () => {
  it("opens the account at once: signed in, home or where one came from, with the guest's cart", async () => {
    const email = newAddress();
    await fillCart(client, "boston-santa-cruz", 2);
    const sent = await register(client, email);
    expect([sent.status, sent.location]).toEqual([303, "/"]);
    const home = await client.get("/");
    expect(words(home)).toContain(
      "Bienvenue Samira, votre compte est ouvert. Un e-mail vous attend pour confirmer votre adresse.",
    );
    expect(home.text).toContain(email);
    // The cart stays with the account, and the guest's cookie is gone.
    expect(titleOf((await client.get("/cart")).text)).toMatch(/^Panier \(2\)/);
    expect([...client.cookies.keys()].filter((name) => name !== "flash").sort()).toEqual(["browser", "session"]);
    expect((await client.get("/register")).location).toBe("/account");

    const other = new Client(shop.url);
    const back = "/product/boston-santa-cruz?couleur=noir";
    const answer = await other.get(`/login?retour=${encodeURIComponent(back)}`);
    const link = `/register?retour=${encodeURIComponent(back)}`;
    expect(mainOf(answer)).toContain(`href="${link}"`);
    const form = formWith((await other.get(link)).text, "prenom");
    const typed = { prenom: "Samira", nom: "Benali", email: newAddress(), conditions: "oui" };
    const refused = await submit(other, form, { ...typed, motDePasse: PASSWORD, confirmation: "x" });
    expect(refused.status).toBe(400);
    const again = await submit(other, formWith(refused.text, "prenom"), {
      ...typed,
      ...{ motDePasse: PASSWORD, confirmation: PASSWORD },
    });
    expect(again.location).toBe(`${back}&garde=compte`);
    const evil = { ...typed, email: newAddress(), motDePasse: PASSWORD, confirmation: PASSWORD };
    const elsewhere = await new Client(shop.url).post("/register", { ...evil, retour: "//ailleurs.example" });
    expect(elsewhere.location).toBe("/?garde=compte");
  });

  it("announces no letter to an address that has had too many", async () => {
    forgetAttempts(shop);
    const [box] = newAddress().split("@");
    for (const time of [1, 2, 3, 4, 5, 6]) {
      const client = new Client(shop.url);
      await register(client, `${box}+${time}@example.com`);
      const told = words(await client.get("/"));
      expect(told).toContain("Bienvenue Samira, votre compte est ouvert.");
      expect(told.includes("Un e-mail vous attend"), `${time}`).toBe(time < 6);
    }
    forgetAttempts(shop);
  });

  it("confirms the address by the letter's link, from any device; the account says so until then", async () => {
    const email = newAddress();
    await register(client, email);
    const [mail] = await mailsTo(shop, email);
    expect(headOf(mail ?? "").find(([name]) => name === "subject")?.[1]).toBeTruthy();
    expect(textOf(mail ?? "")).not.toContain("Samira");
    for (const path of ["/account", "/account/security"])
      expect(words(await client.get(path)), path).toContain("Adresse à confirmer");
    const [again] = formsOf(mainOf(await client.get("/account"))).filter(({ buttons }) =>
      buttons.some(([, value]) => value === "confirmer"),
    );
    if (!again) throw new Error("No button that sends the letter again.");
    for (let time = 0; time < 3; time += 1)
      expect(followed(await submit(client, again, {}, "confirmer"))).toBe("/account/security");
    expect(words(await client.get("/account/security"))).toContain("ouvrez-le pour confirmer votre adresse");
    const limited = await submit(client, again, {}, "confirmer");
    expectRefused(limited, [], 429);
    expect(words(limited)).toContain("Trop de demandes. Réessayez dans une heure, ou contactez-nous.");

    const link = linkIn((await mailsTo(shop, email, 4))[0], "/register/confirmation");
    const reader = new Client(shop.url);
    const page = await reader.get(link);
    expect(words(page)).toContain("Confirmez votre adresse e-mail");
    expect(words(await client.get("/account"))).toContain("Adresse à confirmer");
    expect((await reader.post(link, {})).location).toBe("/account");
    for (const path of ["/account", "/account/security"])
      expect(words(await client.get(path)), path).not.toContain("Adresse à confirmer");
    expect(words(await reader.get("/login"))).toContain("Votre adresse e-mail est confirmée.");
    expect(cookieLines(page).join()).not.toContain("session=");
    expect(words(await new Client(shop.url).get(link))).toContain("Ce lien n'est plus valable");
    expect((await new Client(shop.url).post(link, {})).status).toBe(400);
  });

  it("ends the account for the letter's reader who did not register; opening the link changes nothing", async () => {
    const email = newAddress();
    await register(client, email);
    const link = linkIn((await mailsTo(shop, email))[0], "/register/pas-moi");
    const reader = new Client(shop.url);
    const page = await reader.get(link);
    expect(words(page)).toContain("Ce n'est pas moi");
    expect(mainOf(page)).toContain("Supprimer ce compte");
    expect(accountsOf(email)).toHaveLength(1);
    expect((await client.get("/account")).status).toBe(200);
    expect((await reader.post(link, {})).location).toBe("/");
    expect(words(await reader.get("/"))).toContain("Le compte ouvert avec votre adresse est supprimé.");
    expect(accountsOf(email)).toEqual([]);
    expect((await client.get("/account")).location).toBe("/login?retour=%2Faccount");
    expect((await reader.post(link, {})).status).toBe(400);
    // The former session sees no account, and the address is free.
    expect((await register(new Client(shop.url), email)).status).toBe(303);
  });

  it("says all that is wrong at once, beside each field, and keeps what is no password", async () => {
    const answer = await register(client, "samira@", {
      prenom: " ",
      nom: "",
      motDePasse: "abc",
      confirmation: "abd",
      conditions: "",
    });
    expectRefused(answer, [
      "Le prénom est requis",
      "Le nom est requis",
      "Adresse e-mail invalide (ex: nom@exemple.com)",
      "Le mot de passe doit contenir au moins 6 caractères",
      "Pour ouvrir un compte, acceptez les conditions",
    ]);
    expect(answer.text).toContain('value="samira@"');
    const different = await register(client, newAddress(), { confirmation: "autre chose" });
    expectRefused(different, ["Les mots de passe ne correspondent pas"]);
    for (const [motDePasse, message] of [
      ["azerty", "Ce mot de passe est trop courant"],
      ["Password1", "Ce mot de passe est trop courant"],
      ["benali", "Ce mot de passe ressemble à votre nom ou à votre e-mail"],
      ["x".repeat(129), "Le mot de passe est trop long : 129 caractères, 128 au plus"],
    ] as const)
      expect(words(await register(client, newAddress(), { motDePasse, confirmation: motDePasse }))).toContain(message);
  });

  it("takes a long passphrase, with spaces at its ends and every sign", async () => {
    const email = newAddress();
    const motDePasse = "  Un chat gris, 2 chiens & l'été 🌊 بحر ";
    expect((await register(client, email, { motDePasse, confirmation: motDePasse })).status).toBe(303);
    expect((await logIn(new Client(shop.url), email, motDePasse.trim())).status).toBe(400);
    expect((await logIn(new Client(shop.url), email, motDePasse)).status).toBe(303);
  });

  it("says that an address is taken, offers login and reset, and writes to nobody", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const back = "/femme?tri=nouveautes";
    const form = formWith((await client.get(`/register?retour=${encodeURIComponent(back)}`)).text, "prenom");
    const typed = { prenom: "Karim", nom: "Saïdi", email: email.toUpperCase(), conditions: "oui" };
    const passwords = { motDePasse: "un autre mot", confirmation: "un autre mot" };
    const answer = await submit(client, form, { ...typed, ...passwords });
    expectRefused(answer, ["Un compte existe déjà avec cette adresse"]);
    expect(answer.text).toContain('value="Karim"');
    const summary = /<section id="erreurs".*?<\/section>/s.exec(mainOf(answer))?.[0] ?? "";
    expect(summary).toContain(`href="/login?retour=${encodeURIComponent(back)}"`);
    expect(summary).toContain('href="/forgot-password"');
    expect(cookieLines(answer).join()).not.toContain("session=");
    expect(accountsOf(email)).toHaveLength(1);
    const mails = valueIn(shop, "select count(*) from mails where recipient = ?", email);
    expect(mails).toBe(0);
  });
});

describe("signing in", () => {
  it("leads back to where one came from, greets, and gives a new session", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const first = await logIn(client, email, PASSWORD, "/login?retour=%2Fproduct%2Fboston-santa-cruz%3Fcouleur%3Dnoir");
    // A browser's first cookie is checked; what comes back leads on to the plain address.
    expect(first.location).toBe("/product/boston-santa-cruz?couleur=noir&garde=compte");
    const session = client.cookies.get("session");
    expect(cookieLines(first).find((line) => line.startsWith("session="))).toMatch(
      /; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax/i,
    );
    expect(words(await landed(client, first))).toContain("Bonjour Samira, bienvenue dans votre compte.");
    // A signed-in visitor is redirected from the login.
    const answer = await client.get("/login");
    expect([answer.status, answer.location]).toEqual([303, "/account"]);

    const other = new Client(shop.url);
    other.cookies.set("session", session ?? "");
    runIn(shop, "update accounts set first_name = '' where email = ?", email);
    await other.post("/login", { email, motDePasse: PASSWORD, retour: "/" });
    expect(other.cookies.get("session")).not.toBe(session);
    expect(words(await other.get("/"))).toContain("Bonjour, bienvenue dans votre compte.");
  });

  it("leads back to the page that the link was on, and never elsewhere (S-4)", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const backOf = async (address: string, referer?: string) => {
      const page = await client.get(address, referer ? { referer } : {});
      return formWith(page.text, "motDePasse").fields.find(([name]) => name === "retour")?.[1];
    };
    expect(await backOf("/login", `${shop.url}/femme?tri=nouveautes`)).toBe("/femme?tri=nouveautes");
    for (const referer of ["https://ailleurs.example/femme", "nichts", `${shop.url}//ailleurs.example`])
      expect(await backOf("/login", referer), referer).toBe("/");
    expect(await backOf("/login", `${shop.url}/register`)).toBe("/");
    for (const evil of [
      "https://ailleurs.example",
      "//ailleurs.example",
      "/\\ailleurs.example",
      "/\t/ailleurs.example",
    ]) {
      expect(await backOf(`/login?retour=${encodeURIComponent(evil)}`)).toBe("/");
      const answer = await new Client(shop.url).post("/login", { email, motDePasse: PASSWORD, retour: evil });
      expect(answer.location).toBe("/?garde=compte");
    }
  });

  it("leads to the account where the way back is too long for a header", async () => {
    const long = `/account/orders?page=${"1".repeat(2_000)}`;
    expect((await new Client(shop.url).get(long)).location).toBe("/login?retour=%2Faccount");
  });

  it("says the same to a wrong password and to an unknown address, and keeps the address", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const message = "Connexion impossible. Vérifiez votre e-mail et votre mot de passe.";
    const [known, unknown] = [await logIn(client, email, "deviné"), await logIn(client, newAddress(), "deviné")];
    for (const answer of [known, unknown]) expectRefused(answer, [message]);
    const bare = ({ text }: Answer) =>
      mainOf({ text } as Answer).replace(/samira\d+@|(?<=name="cle" value=")[^"]+/g, "");
    expect(bare(known)).toBe(bare(unknown));
    expect(known.text).toContain(`value="${email}"`);
    expectRefused(await logIn(client, "", ""), ["L'e-mail est requis"]);
  });

  it("stops a stranger's guesses with a way out, while the owner's own browser goes on", async () => {
    const { email, client: owners } = await accountHolder(shop);
    await owners.post("/logout", {});
    for (let time = 0; time < 10; time += 1) await client.post("/login", { email, motDePasse: "deviné" });
    const stopped = await logIn(client, email);
    expectRefused(stopped, [], 429);
    expect(words(stopped)).toContain("choisissez un nouveau mot de passe par e-mail");
    expect((await logIn(owners, email)).status).toBe(303);
  });

  it("makes the menu the owner's, on every page, and none of it anybody else's", async () => {
    const { client: owners, email } = await accountHolder(shop);
    for (const path of ["/", "/femme", "/nulle-part-du-tout/x", "/product/rien"]) {
      const page = await owners.get(path === "/nulle-part-du-tout/x" ? "/404" : path);
      const menu = /<header\b.*<\/header>/s.exec(page.text)?.[0] ?? "";
      // In the menus of wide and of small screens.
      for (const entry of [email, "Mon compte", "Mes commandes", "Ma liste de souhaits", "Déconnexion"])
        expect(menu.split(entry).length - 1, entry).toBeGreaterThanOrEqual(2);
      expect(menu).not.toContain("Connexion<");
      expect(page.headers["cache-control"]).toMatch(/^private/);
    }
    const strangers = /<header\b.*<\/header>/s.exec((await client.get("/femme")).text)?.[0] ?? "";
    expect(strangers).toContain('href="/login"');
    expect(strangers).toContain('href="/register"');
    expect(strangers).not.toContain("Déconnexion");
  });
});

describe("signing out", () => {
  it("ends the session, here and in the database; the browser shows nothing on Back", async () => {
    const { client: owners } = await accountHolder(shop);
    const session = owners.cookies.get("session") ?? "";
    const account = await owners.get("/account");
    expect(account.headers["cache-control"]).toBe("private, no-store");
    const [form] = formsOf(account.text).filter(({ action }) => action === "/logout");
    expect(form?.method).toBe("post");
    await owners.get("/vus?produit=un-modele");
    await owners.post("/cart", { intent: "livraison", vers: "31" });
    const ofOwner = ["session", "wilaya", "vus"];
    expect(ofOwner.filter((name) => owners.cookies.has(name))).toEqual(ofOwner);
    const out = await owners.post("/logout", {});
    expect([out.status, out.location]).toEqual([303, "/"]);
    expect(words(await owners.get("/"))).toContain("Votre session est fermée.");
    expect(ofOwner.filter((name) => owners.cookies.has(name))).toEqual([]);
    client.cookies.set("session", session);
    expect((await client.get("/account")).location).toBe("/login?retour=%2Faccount");
  });

  it("elsewhere loses no form without a word", async () => {
    const { client: owners } = await accountHolder(shop);
    const form = formWith(mainOf(await owners.get("/account")), "adresse");
    owners.cookies.delete("session");
    const answer = await submit(owners, form, { adresse: "Rue Larbi Ben M'hidi" });
    expect([answer.status, answer.location]).toEqual([303, "/login?retour=%2Faccount"]);
    expect(words(await owners.get("/login?retour=%2Faccount"))).toContain(
      "Votre session a pris fin : connectez-vous, et vérifiez avant de recommencer.",
    );
  });

  it("elsewhere leads from each step of the checkout to the login page, and back to a guest's cart", async () => {
    const { client: owners, email } = await accountHolder(shop);
    await fillCart(owners, "boston-santa-cruz");
    const [, pair = ""] =
      formWith((await owners.get("/cart")).text, "quantite").fields.find(([name]) => name === "variante") ?? [];
    const step1 = formWith((await owners.get("/checkout")).text, "nom");
    const { form: step3 } = await checkout(owners);
    const step2 = formWith((await owners.get("/checkout/paiement")).text, "paiement");
    const elsewhere = new Client(shop.url);
    followed(await logIn(elsewhere, email));
    await elsewhere.post("/account/security", { intent: "ailleurs" });
    for (const form of [step1, step2, step3]) {
      const answer = await submit(owners, form, form === step1 ? someone : {});
      expect([answer.status, answer.location]).toEqual([303, "/login?retour=%2Fcheckout"]);
      expect(words(await owners.get("/login?retour=%2Fcheckout"))).toContain("Votre session a pris fin");
    }
    // Nor is the cart empty without a word, or its pair called gone.
    const more = { intent: "quantite", variante: pair, quantite: "2" };
    expect((await owners.post("/cart/contents", more)).status).toBe(401);
    expect((await owners.post("/cart", more)).location).toBe("/login?retour=%2Fcart");
    expect(words(await owners.get("/login?retour=%2Fcart"))).toContain("Votre session a pris fin");
    expect(words(await owners.get("/cart"))).toContain("Votre session a pris fin : connectez-vous pour retrouver");
    // Who does not sign in orders as a guest, and once: the same form is the same order.
    await fillCart(owners, "boston-santa-cruz");
    const guest = await checkout(owners);
    const number = orderNumberOf(await guest.send());
    expect(number).toBeDefined();
    expect(orderNumberOf(await guest.send())).toBe(number);
  });

  it("by itself is said where the account's cart and wishes were", async () => {
    const { client: owners, email } = await accountHolder(shop);
    await fillCart(owners, "boston-santa-cruz");
    runIn(
      shop,
      "update sessions set expires_at = ? where account_id = (select id from accounts where email = ?)",
      Date.now(),
      email,
    );
    for (const path of ["/cart", "/wishlist"])
      expect(words(await owners.get(path))).toContain("Votre session a pris fin : connectez-vous pour retrouver l");
    // The drawer of the cart leads to its page.
    expect(JSON.parse((await owners.get("/cart/contents")).text)).toMatchObject({ isLost: true });
    for (const path of ["/cart", "/wishlist", "/cart/contents"]) {
      const { text } = await client.get(path);
      expect(text).not.toMatch(/session a pris fin|isLost/);
    }
  });

  it("is nothing that an address does", async () => {
    const { client: owners } = await accountHolder(shop);
    expect((await owners.get("/logout")).location).toBe("/account");
    expect((await owners.get("/account")).status).toBe(200);
  });
});

describe("a forgotten password", () => {
  it("is replaced by a link for 30 minutes, once; every other session ends, and the owner gets a mail", async () => {
    const { email, client: elsewhere } = await accountHolder(shop);
    const form = formWith(mainOf(await client.get("/forgot-password")), "email");
    const answer = await submit(client, form, { email: email.toUpperCase() });
    expect([answer.status, answer.location]).toEqual([303, "/forgot-password/merci"]);
    expect(words(await client.get("/forgot-password/merci"))).toContain("Vérifiez votre boîte e-mail");
    const link = linkIn((await mailsTo(shop, email))[0], "/reset-password");
    const page = await client.get(link);
    const typed = { motDePasse: "trois mots neufs", confirmation: "trois mots neufs" };
    const reset = formWith(mainOf(page), "motDePasse");
    // Password managers take the last text field before a password, and none of the type hidden.
    expect(reset.fields[0]).toEqual(["username", email]);
    expectRefused(await submit(client, reset, { ...typed, confirmation: "x" }), [
      "Les mots de passe ne correspondent pas",
    ]);
    const done = await submit(client, reset, typed);
    expect([done.status, done.location]).toEqual([303, "/account?garde=compte"]);
    expect(words(await landed(client, done))).toContain(
      "Votre nouveau mot de passe est enregistré. Bienvenue dans votre compte.",
    );
    expect((await elsewhere.get("/account")).status).toBe(303);
    expect((await submit(client, reset, typed)).status).toBe(400);
    expect(words(await client.get(link))).toContain("Ce lien n'est plus valable");
    expect((await logIn(new Client(shop.url), email)).status).toBe(400);
    expect((await logIn(new Client(shop.url), email, typed.motDePasse)).status).toBe(303);
    const mails = await mailsTo(shop, email, 2);
    expect(mails.map(textOf).join()).toContain("vient d'être changé");
    expect(shop.log()).not.toContain(link.slice(-43));
  });

  it("says that the account of an unconfirmed address is emptied, and how its orders come back", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false, isConfirmed: false });
    await client.post("/forgot-password", { email });
    const [mail = ""] = await mailsTo(shop, email);
    expect(textOf(mail)).toContain("vide le compte");
    const form = formWith(mainOf(await client.get(linkIn(mail, "/reset-password"))), "motDePasse");
    const typed = { motDePasse: "trois mots neufs", confirmation: "trois mots neufs" };
    const said = words(await landed(client, await submit(client, form, typed)));
    for (const part of ["le compte vidé", "Ajouter à mon compte"]) expect(said).toContain(part);
  });

  it("tells nobody which address has an account", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const [known, unknown] = [
      await client.post("/forgot-password", { email }),
      await client.post("/forgot-password", { email: newAddress() }),
    ];
    expect([known.status, known.location, Object.keys(known.headers).sort()]).toEqual([
      unknown.status,
      unknown.location,
      Object.keys(unknown.headers).sort(),
    ]);
    expectRefused(await client.post("/forgot-password", { email: "?" }), [
      "Adresse e-mail invalide (ex: nom@exemple.com)",
    ]);
  });

  it("says the same to known and unknown ones, once one address has asked too often", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    forgetAttempts(shop);
    for (let time = 0; time < 30; time += 1)
      expect((await client.post("/forgot-password", { email: newAddress() })).status).toBe(303);
    const before = storedIn(shop);
    const refused = [
      await client.post("/forgot-password", { email }),
      await client.post("/forgot-password", { email: newAddress() }),
    ];
    for (const answer of refused) {
      expectRefused(answer, [], 429);
      expect(words(answer)).toContain("Trop de demandes. Réessayez dans une heure, ou contactez-nous.");
    }
    const { attempts: _, ...after } = storedIn(shop);
    expect(before).toMatchObject(after);
    forgetAttempts(shop);
  });

  it("answers to links that are none", async () => {
    for (const path of ["/reset-password", "/register/confirmation", "/register/pas-moi", "/email-confirmation"])
      for (const token of ["", "?jeton=", "?jeton=x", `?jeton=${"A".repeat(43)}`, `?jeton=${"A".repeat(43)}&jeton=x`]) {
        const before = storedIn(shop);
        const page = await client.get(path + token);
        expect(page.status).toBe(200);
        expect(words(page)).toContain("Ce lien n'est plus valable");
        const posted = await client.post(path + token, { motDePasse: PASSWORD, confirmation: PASSWORD });
        expect(posted.status).toBe(400);
        expect(titleOf(posted.text)).toMatch(/^Erreur : /);
        expect(words(posted)).toContain("Ce lien n'est plus valable");
        const { attempts: _, ...after } = storedIn(shop);
        expect(after).toEqual(expect.objectContaining({ accounts: before.accounts, sessions: before.sessions }));
      }
  });
});

describe("behind https", () => {
  it("cookies of access are Secure and bound to this host", async () => {
    const secure: RunningShop = await startShop({ env: { SITE_URL: "https://boutique.example" } });
    try {
      const { email } = await accountHolder(secure, { isSignedIn: false });
      const answer = await new Client(secure.url).post(
        "/login",
        { email, motDePasse: PASSWORD, retour: "/" },
        { origin: "https://boutique.example" },
      );
      expect(followed(answer)).toBe("/?garde=compte");
      const names = cookieLines(answer).map((line) => line.split("=")[0]);
      expect(names).toEqual(expect.arrayContaining(["__Host-session", "__Host-browser"]));
      for (const line of cookieLines(answer)) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
    } finally {
      await secure.stop();
    }
  });
});
