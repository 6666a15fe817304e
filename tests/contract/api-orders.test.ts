import { beforeEach, describe, expect, it } from "vitest";
import { outboxOf } from "../support/fakes/mail-server";
import { apiOf } from "../support/http/api";
import { bought, customer, once, orderRequest, PRODUCT } from "../support/http/api-orders";
import { accountHolder, newAddress, PASSWORD } from "../support/http/signed-in";
import { decideReviews, deliver } from "../support/shop/reviews";
import { servedShop } from "../support/shop/served-shop";
import { restock, runIn, storedIn, valueIn } from "../support/shop/stored";
import { expectUnchanged } from "../support/shop/unchanged";

/** The API's orders, reviews and accounts (section 7), all checked by support/http/api.ts. */

const shop = servedShop();
const api = apiOf(shop);

const count = (what: string) => valueIn<number>(shop, `select count(*) from ${what}`) ?? 0;

describe("an order", () => {
  beforeEach(() => restock(shop));

  it("is placed by a guest, and read with the token that comes with it, by nobody else", async () => {
    const placed = await api.post("/api/orders", await orderRequest(api), once());
    expect(placed.status, placed.text).toBe(201);
    expect(placed.json).toMatchObject({ status: "pending", userId: null, shippingCost: 500, paymentMethod: "COD" });
    expect(placed.json.id).toBe(placed.json.orderNumber);
    expect(placed.headers["cache-control"]).toBe("no-store");
    expect(placed.headers["set-cookie"]).toBeUndefined();
    const path = String(placed.headers.location);
    const { token, ...order } = placed.json;
    expect((await api.as(String(token)).get(path)).json).toEqual(order);
    const other = (await api.post("/api/orders", await orderRequest(api), once())).json.token;
    for (const stranger of [api, api.as(String(other)), api.as(`guest-${"A".repeat(43)}`)]) {
      const refused = await stranger.get(path);
      expect([refused.status, refused.json.message]).toEqual([404, "Commande non trouvée"]);
    }
    // Or with one that the guest chose before.
    const own = api.as(`guest-${"D".repeat(43)}`);
    const { json, headers } = await own.post("/api/orders", await orderRequest(api), once());
    expect([json.token, (await own.get(String(headers.location))).status]).toEqual([undefined, 200]);
  });

  it("is placed once: the same key again is the same order, however many ask at once; with another content it is none", async () => {
    const [request, before] = [await orderRequest(api), count("orders")];
    const key = once();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post("/api/orders", request, key)));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    // Each client can read it, as the first answer may be lost.
    for (const { json, headers } of answers.slice(-2))
      expect((await api.as(String(json.token)).get(String(headers.location))).status).toBe(200);
    const other = await api.post("/api/orders", { ...request, customer: { ...customer, phone: "0550123456" } }, key);
    expect(other.status).toBe(409);
    expect(other.text).not.toContain(String(answers[0]?.json.id));
    // Who may read the order gets its number.
    const own = api.as(String(answers[0]?.json.token));
    const told = await own.post("/api/orders", { ...request, customer: { ...customer, phone: "0550123456" } }, key);
    expect([told.status, told.json.orderNumber]).toEqual([409, answers[0]?.json.id]);
    expect(count("orders")).toBe(before + 1);
    // A repeated request is the same order, whatever prices and stock are now.
    runIn(shop, "update variants set stock = 0");
    expect((await api.post("/api/orders", request, key)).status).toBe(200);
  });

  it("is answered again when its variant has left an imported list since, which nobody can order any more", async () => {
    const [request, key] = [await orderRequest(api), once()];
    const { json } = await api.post("/api/orders", request, key);
    const { id } = (await bought(api)).variant;
    const place = (position: number, stock: number) =>
      runIn(shop, "update variants set position = ?, stock = ? where id = ?", position, stock, id);
    place(9_000, 0);
    const again = await api.post("/api/orders", request, key);
    expect([again.status, again.json.id], again.text).toEqual([200, json.id]);
    const other = await api.post("/api/orders", request, once());
    expect([other.status, other.json.changes], other.text).toMatchObject([409, [{ kind: "stock", variantId: id }]]);
    place(0, 20);
  });

  it("needs no key: the same phone and content within ten minutes are one order, however many ask at once", async () => {
    const request = await orderRequest(api, { customer: { ...customer, phone: "0661 98 76 55" } });
    const before = count("orders");
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.post("/api/orders", request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    for (const { json, headers } of answers.slice(0, 2))
      expect((await api.as(String(json.token)).get(String(headers.location))).status).toBe(200);
    const again = await api.post("/api/orders", {
      ...request,
      customer: { ...request.customer, phone: "+213661987655" },
    });
    expect([again.status, again.json.id, again.headers["idempotent-replayed"]]).toEqual([
      200,
      answers[0]?.json.id,
      "true",
    ]);
    expect(count("orders")).toBe(before + 1);
    // Another guest's equal content is another order, which that guest alone reads.
    const [one, two] = ["B", "C"].map((letter) => api.as(`guest-${letter.repeat(43)}`));
    const own = await one?.post("/api/orders", request);
    const others = await two?.post("/api/orders", request);
    expect([own?.status, others?.status]).toEqual([201, 201]);
    expect(new Set([answers[0]?.json.id, own?.json.id, others?.json.id]).size).toBe(3);
    expect((await one?.post("/api/orders", request))?.json.id).toBe(own?.json.id);
    expect((await two?.get(`/api/orders/${String(own?.json.id)}`))?.status).toBe(404);
  });

  it.each([
    ["short", once("court")],
    ["with spaces", once("a b c d e f g h i j")],
  ])("refuses what is no key: %s", async (_, headers) => {
    const before = storedIn(shop);
    const answer = await api.post("/api/orders", await orderRequest(api), headers);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/Idempotency-Key/);
    expectUnchanged(storedIn(shop), before);
  });

  it("a key of one account is not another's", async () => {
    const [key, request] = [once(), await orderRequest(api)];
    const [first, other] = [await accountHolder(shop), await accountHolder(shop)];
    const numbers: unknown[] = [];
    for (const { email } of [first, other]) {
      const { json } = await api.post("/auth/login", { email, password: PASSWORD });
      numbers.push((await api.as(String(json.token)).post("/api/orders", request, key)).json.id);
    }
    expect(new Set(numbers).size).toBe(2);
  });

  it("is at what was shown or not at all: price, stock, fee, destination", async () => {
    const request = await orderRequest(api);
    const [item] = request.items;
    const before = storedIn(shop);
    const refused: [Record<string, unknown>, string, RegExp][] = [
      [{ shippingCost: 400 }, "fee", /Les frais de livraison ont changé/],
      [{ items: [{ ...item, price: 1 }] }, "price", /^Rien n'a été commandé : .* : le prix a changé/],
      [{ declaredValue: 1 }, "value", /Les articles ne coûtent pas/],
      [{ items: [{ ...item, quantity: 99 }], declaredValue: request.declaredValue * 99 }, "stock", /Plus que 20/],
      [{ items: [{ ...item, productId: "x", productVariantId: "x", price: 1 }] }, "gone", /n'est plus vendu/],
      [{ toCommuneId: 1601 }, "destination", /n'est plus desservie/],
    ];
    for (const [changes, kind, sentence] of refused) {
      const answer = await api.post("/api/orders", { ...request, ...changes }, once());
      expect(answer.status, kind).toBe(409);
      expect((answer.json.changes as { kind: string }[]).map((change) => change.kind)).toContain(kind);
      expect(String(answer.json.message).replaceAll("\u00a0", " ")).toMatch(sentence);
      expect(Object.keys(answer.json.errors as object).length).toBeGreaterThan(0);
    }
    expectUnchanged(storedIn(shop), before);
  });

  it("is complete or refused in section 5's words", async () => {
    const request = await orderRequest(api);
    const before = storedIn(shop);
    const [item] = request.items;
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ toWilayaId: undefined }, "Informations de livraison incomplètes", "toWilayaId"],
      [{ toWilayaId: 0 }, "Informations de livraison incomplètes", "toWilayaId"],
      [{ toCommuneId: null }, "Informations de livraison incomplètes", "toCommuneId"],
      [{ shippingCost: undefined, deliveryFee: undefined }, "Informations de livraison incomplètes", "shippingCost"],
      [{ customer: { ...customer, firstName: "" } }, "Informations client incomplètes", "customer.firstName"],
      [{ customer: { ...customer, firstName: "…" } }, "Informations client incomplètes", "customer.firstName"],
      [{ customer: { ...customer, phone: "" } }, "Informations client incomplètes", "customer.phone"],
      [{ customer: { phone: customer.phone } }, "Informations client incomplètes", "customer.firstName"],
      [{ customer: { ...customer, phone: null } }, "Informations client incomplètes", "customer.phone"],
      [{ customer: { ...customer, phone: "12" } }, "Numéro invalide (ex: 0550123456)", "customer.phone"],
      [{ items: [] }, "Produit manquant", "items"],
      [{ items: undefined }, "Produit manquant", "items"],
      [{ items: [{ ...item, productId: undefined }] }, "Produit manquant", "items.0.productId"],
      [
        { items: [{ ...item, productId: 12 }] },
        "items.0.productId\u00a0: cette valeur n'est pas possible ici",
        "items.0.productId",
      ],
      [{ items: [{ ...item, productId: "" }] }, "Produit manquant", "items.0.productId"],
      [{ items: [{ ...item, quantity: 0 }] }, "1 au moins", "items.0.quantity"],
      [{ items: [{ ...item, quantity: 1e9 }] }, "99 au plus", "items.0.quantity"],
      [
        { items: [{ ...item, productVariantId: null }] },
        "Veuillez sélectionner une pointure",
        "items.0.productVariantId",
      ],
      [
        { items: [{ ...item, productVariantId: "fsa-anda-sable-36" }] },
        "Cette variante n'est pas de ce produit",
        "items.0.productVariantId",
      ],
      [{ isStopDesk: true }, "Choisissez un point relais", "stopDeskId"],
      [{ declaredValue: undefined }, "Le prix affiché est requis", "declaredValue"],
      [{ customer: undefined }, "Informations client incomplètes", "customer"],
    ];
    for (const [changes, message, field] of wrong) {
      const answer = await api.post("/api/orders", { ...request, ...changes }, once());
      expect([answer.status, answer.json.message], field).toEqual([400, message]);
      expect(answer.json.errors).toHaveProperty([field]);
    }
    expectUnchanged(storedIn(shop), before);
  });

  it("goes to a pickup point; without last name and address it has section 5's", async () => {
    const [center] = (await api.get("/api/yalidine/centers?commune_id=3101")).json as unknown as { id: number }[];
    const asked = { toWilayaId: 31, toCommuneId: 3101, isStopDesk: true, declaredValue: 8900 };
    const fees = await api.post("/api/yalidine/calculate-fees", asked);
    const pickupPoint = { isStopDesk: true, stopDeskId: center?.id, shippingCost: fees.json.totalFee };
    const collected = await api.post("/api/orders", await orderRequest(api, pickupPoint), once());
    expect(collected.json).toMatchObject({ isStopDesk: true, stopDeskId: center?.id });
    const bare = { customer: { firstName: "Nassima", phone: "0661987654" } };
    const brought = await api.post("/api/orders", await orderRequest(api, bare), once());
    expect(brought.json.shippingAddress).toMatchObject({
      name: "Nassima",
      address: "Non fournie",
      phone: "0661987654",
    });
  });

  it("is corrected and cancelled by who may read it, until the shop confirms it", async () => {
    const placed = await api.post("/api/orders", await orderRequest(api), once());
    const [own, path] = [api.as(String(placed.json.token)), String(placed.headers.location)];
    const phone = "0550 12 34 56";
    for (const stranger of [api, api.as(`guest-${"A".repeat(43)}`)])
      for (const what of ["cancel", "correct"])
        expect((await stranger.post(`${path}/${what}`, { phone, address: "Ici" })).status).toBe(404);
    // A phone opens an order only on /suivi, where attempts are counted.
    const known = (placed.json.shippingAddress as { phone: string }).phone;
    expect((await api.get(`${path}?phone=${known}&telephone=${known}`)).status).toBe(404);
    await own.post(`${path}/correct`, { phone: known, address: "Cité 200", notes: "Sonnez" });
    // What it leaves out stays.
    const corrected = await own.post(`${path}/correct`, { phone });
    expect(corrected.json).toMatchObject({
      notes: "Sonnez",
      shippingAddress: { phone: "0550123456", address: "Cité 200" },
    });
    const wrong = await own.post(`${path}/correct`, { phone: "1", address: "" });
    expect([wrong.status, Object.keys(wrong.json.errors as object)]).toEqual([400, ["phone", "address"]]);
    const status = (to: string) => runIn(shop, "update orders set status = ? where number = ?", to, placed.json.id);
    status("confirmed");
    for (const what of ["cancel", "correct"])
      expect((await own.post(`${path}/${what}`, { phone, address: "Ici" })).status).toBe(409);
    status("pending");
    for (const _ of [1, 2]) expect((await own.post(`${path}/cancel`, {})).json.status).toBe("cancelled");
    const late = await own.post(`${path}/correct`, { phone, address: "Ici" });
    expect([late.status, late.json.message]).toEqual([409, "Cette commande est déjà annulée"]);
  });

  it("is reviewed once it is delivered, a line once, and shown with its product once it is published", async () => {
    // Those of the demonstration.
    runIn(shop, "delete from reviews");
    const { product, variant } = await bought(api);
    const { json } = await api.post("/api/orders", await orderRequest(api), once());
    const guest = api.as(String(json.token));
    const [path, all] = [`/api/orders/${json.id}`, `/api/products/${PRODUCT}/reviews`];
    const review = { productVariantId: variant.id, rating: 4, text: " Taille bien. " };
    expect((await guest.post(`${path}/review`, review)).status).toBe(409);
    expect((await guest.get(`${path}/reviews`)).json).toMatchObject({ isDelivered: false, lines: [] });
    deliver(shop, String(json.id));
    for (const wrong of [{ rating: 6 }, { rating: 4.5 }, { rating: undefined }, { text: "é".repeat(1_001) }])
      expect((await guest.post(`${path}/review`, { ...review, ...wrong })).status).toBe(400);
    expect((await guest.post(`${path}/review`, { ...review, productVariantId: "x" })).status).toBe(404);
    expect((await api.post(`${path}/review`, review)).status).toBe(404);
    expect((await api.get(`${path}/reviews`)).status).toBe(404);
    const sent = await guest.post(`${path}/review`, review);
    expect([sent.status, sent.json.lines]).toEqual([
      201,
      [{ productVariantId: variant.id, state: "waiting", rating: 4, text: "Taille bien." }],
    ]);
    expect((await guest.post(`${path}/review`, review)).status).toBe(409);
    expect((await api.get(all)).json).toMatchObject({ count: 0, reviews: [] });
    expect((await api.get(`/api/products/${PRODUCT}`)).json).not.toHaveProperty("reviews");
    await decideReviews(shop);
    expect((await api.get(all)).json).toMatchObject({
      ...{ count: 1, average: 4, counts: { 4: 1, 5: 0 }, limit: 20, offset: 0 },
      reviews: [{ rating: 4, text: "Taille bien.", author: "Nassima", wilaya: "Oran" }],
    });
    expect((await api.get(`${all}?limit=1&offset=1`)).json).toMatchObject({ count: 1, reviews: [] });
    expect((await api.get(`/api/products/${product.id}`)).json.reviews).toMatchObject({ count: 1, average: 4 });
    expect((await api.get("/api/products/rien/reviews")).status).toBe(404);
  });

  it("leaves what nobody types out of its texts", async () => {
    const request = await orderRequest(api, { notes: "Sonnez\u0000 \ud800deux\u202e fois" });
    const { json } = await api.post("/api/orders", JSON.stringify(request), once());
    expect(json.notes).toBe("Sonnez deux fois");
  });
});

describe("accounts", () => {
  it("logging in gives the user and a token; the token reads their orders, others' not, until it ends", async () => {
    const [owner, other] = [await accountHolder(shop), await accountHolder(shop)];
    const signedIn = await api.post("/auth/login", { email: ` ${owner.email.toUpperCase()} `, password: PASSWORD });
    expect(signedIn.status, signedIn.text).toBe(200);
    expect(signedIn.json.user).toMatchObject({ id: owner.id, uid: owner.id, email: owner.email });
    expect(signedIn.headers["set-cookie"]).toBeUndefined();
    expect(signedIn.headers["cache-control"]).toBe("no-store");
    const own = api.as(String(signedIn.json.token));
    const placed = await own.post("/api/orders", await orderRequest(api), once());
    expect(placed.json.userId).toBe(owner.id);
    expect(placed.json.token).toBeUndefined();
    expect((await own.get(`/api/orders/user/${owner.id}`)).json).toMatchObject({
      total: 1,
      orders: [{ id: placed.json.id }],
    });
    expect((await own.get(`/api/orders/user/${owner.id}?limit=3&offset=1`)).json).toMatchObject({ orders: [] });
    // A browser's session is accepted too.
    const asBrowser = await owner.client.get(`/api/orders/${placed.json.id}`);
    expect(JSON.parse(asBrowser.text)).toMatchObject({ id: placed.json.id });

    const { json } = await api.post("/auth/login", { email: other.email, password: PASSWORD });
    const stranger = api.as(String(json.token));
    const list = await stranger.get(`/api/orders/user/${owner.id}`);
    expect([list.status, list.json.message]).toEqual([403, "Accès non autorisé à ces commandes"]);
    const answer = await stranger.get(`/api/orders/${placed.json.id}`);
    expect([answer.status, answer.json.message]).toEqual([403, "Accès non autorisé à cette commande"]);
    expect((await stranger.get("/api/orders/ABCD-2345")).status).toBe(404);
    const nobody = await api.get(`/api/orders/user/${owner.id}`);
    expect([nobody.status, nobody.json.message]).toEqual([401, "Utilisateur non connecté"]);
    expect(nobody.headers["www-authenticate"]).toBe("Bearer");

    runIn(shop, "delete from sessions");
    for (const path of [`/api/orders/${placed.json.id}`, `/api/orders/user/${owner.id}`]) {
      const ended = await own.get(path);
      expect([ended.status, ended.json.message]).toEqual([401, "Votre session a expiré. Connectez-vous de nouveau."]);
    }
    // An unknown token is not a guest's either.
    const before = count("orders");
    expect((await own.post("/api/orders", await orderRequest(api), once())).status).toBe(401);
    expect(count("orders")).toBe(before);
    for (const header of ["Bearer x", "Basic eDp5", "Bearer ", `bearer guest_${"A".repeat(43)}`])
      expect((await api.get("/api/orders/ABCD-2345", { authorization: header })).status).toBe(401);
  });

  it("who ordered as a guest, and logs in with that token, has the order in the account", async () => {
    const placed = await api.post("/api/orders", await orderRequest(api), once());
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const { json } = await api.as(String(placed.json.token)).post("/auth/login", { email, password: PASSWORD });
    expect((await api.as(String(json.token)).get(`/api/orders/${placed.json.id}`)).status).toBe(200);
  });

  it("a token that has ended, or is none, keeps nobody from logging in or registering", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    for (const authorization of [`Bearer ${"A".repeat(43)}`, "Bearer x", "Basic eDp5"]) {
      const known = await api.post("/auth/login", { email, password: PASSWORD }, { authorization });
      expect([known.status, known.json.user]).toEqual([200, expect.objectContaining({ email })]);
      const person = { firstName: "Samira", lastName: "Benali", email: newAddress(), password: PASSWORD, terms: true };
      expect((await api.post("/auth/register", person, { authorization })).status).toBe(201);
    }
  });

  it("known and unknown addresses are refused in the same words, and too many guesses as well", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const wrong = await api.post("/auth/login", { email, password: "faux" });
    const unknown = await api.post("/auth/login", { email: newAddress(), password: "faux" });
    expect(wrong.status).toBe(401);
    expect(wrong.json.message).toBe("Connexion impossible. Vérifiez votre e-mail et votre mot de passe.");
    expect(unknown.text).toBe(wrong.text);
    const malformed = await api.post("/auth/login", { email: "x", password: "" });
    expect([malformed.status, malformed.json.errors]).toEqual([
      400,
      { email: "Adresse e-mail invalide (ex: nom@exemple.com)" },
    ]);
    let last = wrong;
    for (let guess = 0; guess < 11 && last.status === 401; guess += 1)
      last = await api.post("/auth/login", { email, password: "faux" });
    expect(last.status).toBe(429);
    expect(last.json.message).toMatch(/^Trop de tentatives/);
    const more = await api.post("/auth/login", { email, password: PASSWORD });
    expect([more.status, more.headers["retry-after"]]).toEqual([429, "900"]);
  });

  it("registering gives the account and its token at once, mails a link, and says that an address is taken", async () => {
    const { email: taken } = await accountHolder(shop, { isSignedIn: false });
    const [fresh, names] = [newAddress(), { firstName: "Samira", lastName: "Benali" }];
    const ask = (email: string, changes: object = {}) =>
      api.post("/auth/register", { email, password: PASSWORD, ...names, terms: true, ...changes });
    const registered = await ask(fresh);
    expect(registered.status).toBe(201);
    expect(registered.json.user).toMatchObject({ email: fresh, displayName: "Samira Benali", ...names });
    expect(registered.headers["set-cookie"]).toBeUndefined();
    const own = api.as(String(registered.json.token));
    const { id } = registered.json.user as { id: string };
    expect((await own.get(`/api/orders/user/${id}`)).status).toBe(200);
    await expect.poll(() => outboxOf(shop).filter((mail) => mail.includes(fresh)).length, { timeout: 9000 }).toBe(1);
    const message = "Un compte existe déjà avec cette adresse";
    for (const email of [taken, fresh]) {
      const answer = await ask(email);
      expect([answer.status, answer.json]).toEqual([409, { message, errors: { email: message } }]);
    }
    const wrong: [object, string, string][] = [
      [{ password: "court" }, "password", "Le mot de passe doit contenir au moins 6 caractères"],
      [{ confirmPassword: "autre chose" }, "confirmPassword", "Les mots de passe ne correspondent pas"],
      [{ terms: false }, "terms", "Pour ouvrir un compte, acceptez les conditions"],
      [{ firstName: " " }, "firstName", "Le prénom est requis"],
    ];
    for (const [changes, field, message] of wrong) {
      const answer = await ask(newAddress(), changes);
      expect([answer.status, answer.json.errors]).toEqual([400, { [field]: message }]);
    }
  });

  it("POST /orders takes the generic order, of the account that asks alone", async () => {
    const owner = await accountHolder(shop);
    const { json } = await api.post("/auth/login", { email: owner.email, password: PASSWORD });
    const own = api.as(String(json.token));
    const { product, variant } = await bought(api);
    const { size, color } = variant.options;
    const asked = {
      userId: owner.id,
      items: [
        { id: product.id, name: "Boston", price: product.price, quantity: 2, options: { size, color }, image: null },
      ],
      shipping: {
        firstName: "Nassima",
        lastName: "Zerrouki",
        email: owner.email,
        phone: "0661987654",
        address: "7, impasse des Oliviers",
        city: "oran",
        state: "Oran",
        zipCode: "31000",
        country: "DZ",
        method: "standard",
      },
      subtotal: product.price * 2,
      tax: 0,
      shippingCost: 500,
      total: product.price * 2 + 500,
      status: "pending",
      notes: "",
      createdAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
    };
    const key = once();
    const placed = await own.post("/orders", asked, key);
    expect(placed.status, placed.text).toBe(201);
    expect(placed.json).toMatchObject({
      userId: owner.id,
      total: asked.total,
      items: [{ id: variant.id, quantity: 2 }],
    });
    expect((await own.post("/orders", asked, key)).status).toBe(200);
    // Also when that variant has left an imported list since.
    const move = (position: number) =>
      runIn(shop, "update variants set position = ?, stock = ? where id = ?", position, position ? 0 : 20, variant.id);
    move(9_000);
    expect((await own.post("/orders", asked, key)).status).toBe(200);
    move(0);
    // And when the whole product is no longer sold, which then nobody can order.
    const sell = (active: number) => runIn(shop, "update products set active = ? where id = ?", active, product.id);
    sell(0);
    expect((await own.post("/orders", asked, key)).status).toBe(200);
    const late = await own.post("/orders", asked, once());
    expect([late.status, late.json.changes]).toMatchObject([409, [{ kind: "gone", variantId: variant.id }]]);
    sell(1);
    const [item] = asked.items;
    const wrong: [object, number, string][] = [
      [{ userId: "autre" }, 403, "Accès non autorisé à ce compte"],
      [{ total: 1 }, 400, "Le total est faux"],
      [{ subtotal: 1 }, 400, "Le sous-total est faux"],
      [{ shippingCost: undefined }, 400, "shippingCost\u00a0: ce champ est requis"],
      [{ items: [{ ...item, options: {} }] }, 400, "Veuillez sélectionner une pointure"],
      [{ items: [{ ...item, options: { size: 12 } }] }, 400, "Cette variante n'est pas de ce produit"],
      [{ items: [{ ...item, id: "rien" }] }, 400, "Produit non trouvé"],
      [{ shipping: { ...asked.shipping, city: "Ailleurs" } }, 400, "La commune est requise"],
      [{ shipping: { ...asked.shipping, phone: "1" } }, 400, "Numéro invalide (ex: 0550123456)"],
    ];
    const before = count("orders");
    for (const [changes, status, message] of wrong) {
      const answer = await own.post("/orders", { ...asked, ...changes }, once());
      expect([answer.status, answer.json.message]).toEqual([status, message]);
    }
    const dearer = { ...asked, items: [{ ...item, price: 1 }], subtotal: undefined, total: undefined };
    expect((await own.post("/orders", dearer, once())).status).toBe(409);
    expect((await api.post("/orders", asked, once())).status).toBe(401);
    expect(count("orders")).toBe(before);
  });
});

describe("after all these orders", () => {
  it("the log names paths, and nothing of anybody", () => {
    expect(shop.log()).toContain("/api/orders");
    expect(shop.log()).not.toMatch(/Zerrouki|0661|Oliviers|guest-|Bearer/);
  });
});
