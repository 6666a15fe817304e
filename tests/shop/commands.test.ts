import { mkdtempSync, rmSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Elsewhere } from "~/commands/command-context";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { from, mailsTo, newAccount, PASSWORD, signedIn, tokenIn } from "../support/shop/accounts";
import { commandOf, runHere } from "../support/shop/command";
import { journalOf } from "../support/shop/order-rows";
import { deliver, linesOf, newPhone, ordered, orderOf } from "../support/shop/orders";
import { settleParcel } from "../support/shop/parcels";
import { id, setStatus } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** The merchant's commands, on orders, stock, alerts and reviews. */

const folder = mkdtempSync(join(tmpdir(), "operator-"));
afterAll(() => rmSync(folder, { recursive: true }));

describeShopHere("backOffice", "the office", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;
  const order = () => ordered(testShop(), { stocks: [5], quantity: 2 });
  const command = (...argv: string[]) => commandOf(testShop(), folder, argv);
  const product = async (slug: string) =>
    (await testShop().shop.catalogue.product(slug)) ?? expect.fail(`${slug} is not sold.`);

  describe("orders", () => {
    it("says where the visit came from that led to an order, where that is known", async () => {
      const provenance = { source: "facebook", campaign: "Rentrée", site: "l.facebook.com" };
      for (const known of [provenance, undefined]) {
        const order = await ordered(testShop(), { provenance: known });
        expect(order.provenance).toEqual(known);
        expect((await office().orderPage(order.number))?.order.provenance).toEqual(known);
      }
    });

    it("are listed by page, the newest first, by status and by day; one is shown with its steps", async () => {
      const first = await order();
      const second = await order();
      await setStatus(testShop().shop, first.number, "confirmed");
      const all = await office().orders({}, { page: 1, size: 2 });
      expect(all.orders.map(({ number }) => number)).toEqual([second.number, first.number]);
      expect(all.orders[0]?.lines).toEqual(second.lines);
      expect(all.total).toBeGreaterThanOrEqual(2);
      expect((await office().orders({}, { page: all.total + 1, size: 1 })).orders).toEqual([]);
      const numbers = async (filter: Parameters<ReturnType<typeof office>["orders"]>[0]) =>
        (await office().orders(filter, { page: 1, size: 100 })).orders.map(({ number }) => number);
      expect(await numbers({ status: "confirmed" })).toContain(first.number);
      expect(await numbers({ status: "confirmed" })).not.toContain(second.number);
      expect(await numbers({ since: new Date(Date.now() + 1_000) })).toEqual([]);
      expect(await numbers({ until: new Date(first.createdAt.getTime() - 1) })).not.toContain(first.number);
      const shown = await office().orderPage(first.number.toLowerCase().replace("-", " "));
      expect(shown?.order.number).toBe(first.number);
      expect(shown?.steps.map(({ status }) => status)).toEqual(["pending", "confirmed"]);
      expect(await office().orderPage("AAAA-2222")).toBeUndefined();
      expect(await office().orderPage("'; --")).toBeUndefined();
    });

    it("are confirmed, shipped, delivered, returned and cancelled by command, which says what it may not", async () => {
      const { number, variant } = await order();
      expect(await command("confirmer", number)).toEqual({ ending: 0, text: `${number} : confirmée.` });
      expect(await command("confirmer", number)).toEqual({ ending: 0, text: `${number} : déjà confirmée.` });
      expect(await command("livrer", number)).toEqual({
        ending: 1,
        text: `${number} est confirmée : elle ne peut pas devenir livrée.`,
      });
      for (const word of ["expedier", "livrer", "retourner"]) expect((await command(word, number)).ending).toBe(0);
      expect((await command("commandes", "--statut", "retournee", "--page", "2")).text).toBe("Il n'y a que 1 page.");
      expect(await testShop().stockOf(variant)).toBe(5);
      const answer = await command("commande", number);
      expect(answer.text).toMatch(/\nTotal +\d/);
      expect(answer.text).not.toContain("encaisser");
      // An unknown number among several does not stop the others.
      const other = await order();
      const both = await command("annuler", "ZZZZ-9999", other.number);
      expect(both).toEqual({ ending: 1, text: `Commande inconnue : ZZZZ-9999.\n${other.number} : annulée.` });
      expect(await testShop().stockOf(other.variant)).toBe(5);
    });

    it("that wait for a call say so in the list and by themselves, and are confirmed when there is enough", async () => {
      const shop = testShop().reopened({ bounds: defaultOrderBounds });
      const recipient = { phone: newPhone() };
      const { number, variant } = await ordered(testShop(), { stocks: [8], quantity: 8, shop, recipient });
      const list = await command("commandes", "--statut", "en-attente");
      expect(list.text).toMatch(new RegExp(`${number} .* À réserver  Benali`));
      expect(list.text.replace(/\s+/g, " ")).toContain(
        "À réserver : commande en attente, exceptionnellement grande ; ses paires sont réservées à la confirmation.",
      );
      await testShop().setStock(variant, 7);
      const answer = await command("commande", number);
      expect(answer.text).toMatch(/Paires +pas encore réservées : appeler, puis confirmer/);
      expect(answer.text.replace(/\s+/g, " ")).toMatch(/Stock insuffisant : Modèle .* \(8 demandées, 7 disponibles\)/);
      for (const line of `${list.text}\n${answer.text}`.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      expect(await command("confirmer", number)).toEqual({
        ending: 1,
        text: `${number} : il n'y a plus assez de paires pour la confirmer.\nCe qui manque : npm run shop -- commande ${number}`,
      });
      await testShop().setStock(variant, 9);
      expect(await command("confirmer", number)).toEqual({ ending: 0, text: `${number} : confirmée.` });
      expect(await testShop().stockOf(variant)).toBe(1);
      expect((await command("commande", number)).text).not.toContain("pas encore réservées");
    });

    it("that nobody confirmed say so in their history", async () => {
      const { number } = await order();
      await testShop()
        .reopened({ now: () => new Date(Date.now() + 4 * 24 * 60 * 60_000) })
        .orders.lapse();
      expect((await command("commande", number)).text).toMatch(
        / {2}annulée +\S+ \S+\n {2}motif +Annulée automatiquement : non confirmée après 3 jours/,
      );
    });

    it("are shown in 80 columns, whatever was typed, and exported once into a file of their own", async () => {
      const { number, variant } = await order();
      const list = await command("commandes", "--statut", "en-attente");
      expect(list.ending).toBe(0);
      expect(list.text).toContain(number);
      const answer = await command("commande", number);
      expect(answer.text).toMatch(/Client +Benali Samira\nTéléphone +0550 12 34 56/);
      expect(answer.text).toMatch(/\nÀ encaisser +\d/);
      expect(answer.text.replace(/\s+/g, " ")).toContain(`Noir, pointure 36 (${variant.toUpperCase()}), `);
      for (const line of `${list.text}\n${answer.text}`.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      const file = `${id("orders")}.csv`;
      // What could not be written whole does not stand in the way of the next try.
      const opened = await open(join(folder, id("any")), "w");
      const noSpace = Object.assign(new Error("No space."), { code: "ENOSPC" });
      const writing = vi.spyOn(Object.getPrototypeOf(opened), "writeFile").mockRejectedValueOnce(noSpace);
      expect(await command("exporter", file)).toEqual({
        ending: 1,
        text: `Le fichier ${file} ne peut pas être écrit (ENOSPC).`,
      });
      writing.mockRestore();
      await opened.close();
      expect((await command("exporter", file)).text).toMatch(/\.csv : \d+ commandes?\.$/);
      expect(await command("exporter", file)).toEqual({ ending: 1, text: `Le fichier ${file} existe déjà.` });
      expect((await command("exporter", "--statut", "pending")).text).toContain(`\n"${number}";`);
    });

    it("tell what their parcels have come to, and have a refused one announced again", async () => {
      // A minute ahead, so that tasks that other tests left are due.
      const shop = testShop().reopened({ connection: {}, now: () => new Date(Date.now() + 60_000) });
      const { number } = await order();
      expect((await command("relancer", number)).text).toBe(`${number} : rien à relancer, elle n'a pas de colis.`);
      await setStatus(shop, number, "confirmed");
      expect((await command("commande", number)).text).toMatch(/Colis +pas encore annoncé au livreur/);
      await settleParcel(shop, number, { kind: "refused", failure: "The phone is not valid" });
      const refused = await command("commande", number);
      expect(refused.text).toMatch(/Colis +refusé par le livreur : corriger, puis relancer\n {2}motif +The phone/);
      expect(await command("relancer", number, "ZZZZ-9999")).toEqual({
        ending: 1,
        text: `${number} : son colis sera annoncé de nouveau.\nCommande inconnue : ZZZZ-9999.`,
      });
      expect(await command("relancer", number)).toMatchObject({ ending: 1 });
      const tracking = id("yal");
      await settleParcel(shop, number, { kind: "posted", tracking, label: "https://courier.example/label" });
      await shop.parcelQueue.recordEvents([{ kind: "status", tracking, status: "Expédié", at: new Date() }]);
      const posted = (await command("commande", number)).text;
      expect(posted).toMatch(/Statut +Expédiée/);
      expect(posted).toContain(tracking);
      expect(posted).toContain("https://courier.example/label");
      expect(posted).toMatch(/\d\d:\d\d En route/);
      expect(posted).not.toContain("motif");
    });

    it("that have ended lose their person, also in their reviews, by command", async () => {
      const { shop, everything, damagedOrders, publishReviews } = testShop();
      const [lastName, firstName] = [id("Nom"), id("Prénom")];
      const recipient = { lastName, firstName, address: `1, rue ${lastName}` };
      const { number, visitor, variant, id: orderId } = await ordered(testShop(), { stocks: [5], recipient });
      expect(await command("oublier", number)).toEqual({
        ending: 1,
        text: `${number} est en attente : son client s'efface une fois livrée, retournée ou annulée.`,
      });
      await deliver(testShop(), number);
      await shop.reviews.send(number, { visitor }, { variantId: variant, rating: 4, text: "Souple" });
      await publishReviews();
      expect(await command("oublier", "ZZZZ-9999", number)).toEqual({
        ending: 1,
        text: `Commande inconnue : ZZZZ-9999.\n${number} : client effacé.`,
      });
      const all = await everything(["orders", "reviews", "journal"]);
      for (const gone of [lastName, firstName]) expect(all).not.toContain(gone);
      expect(all).toContain("Souple");
      expect((await journalOf(testShop(), orderId)).at(-1)).toMatchObject({
        ...{ action: "order-forgotten", actor: "command" },
      });
      expect(await damagedOrders()).toEqual([]);
      expect((await command("oublier")).ending).toBe(2);
    });

    it("are not touched by a command that is not understood", async () => {
      for (const argv of [
        ["commande"],
        ["confirmer"],
        ["quoi"],
        ["commandes", "--statut", "perdue"],
        ["commandes", "--page", "0"],
        ["commandes", "--depuis", "hier"],
        ["commandes", "--depuis", "31/02/2026x"],
        ["commandes", "--depuis", "2026-02-29"],
        ["exporter", "--jusque", "31/11/2026"],
        ["stock"],
        ["stock", "--A", "1"],
        ["stock", "A", "1.5"],
        ["stock", "A", "+1", "B"],
        ["stock", "A", "+1", "B", "C"],
        ["stock", "A", "+1", "-B", "2"],
        ["importer"],
        ["importer", "a.csv", "--taux", "rien"],
        ["importer", "a.csv", "--inconnu"],
      ])
        expect((await command(...argv)).ending, argv.join(" ")).toBe(2);
      expect((await command()).text).toContain("npm run shop -- importer");
      expect((await command()).ending).toBe(0);
      expect((await command("importer", "nulle-part.csv")).ending).toBe(1);
    });
  });

  describe("stock", () => {
    it("is read and set by reference, and lists know at once what can be had", async () => {
      const { id: productId, variants } = await testShop().product([3, 0]);
      const reference = (variants[0] ?? "").toUpperCase();
      expect(await office().setStock(reference, 0)).toMatchObject({ sku: reference, stock: 0, before: 3, size: 36 });
      expect((await product(productId)).soldOut).toBe(true);
      expect(await command("stock", reference, "4")).toMatchObject({
        ending: 0,
        text: expect.stringContaining("(avant : 0)"),
      });
      expect((await product(productId)).soldOut).toBe(false);
      expect((await command("stock", reference)).text).toMatch(/Noir, pointure 36 : 4 en stock\.$/);
      expect(await testShop().wrongSums()).toEqual([]);
      for (const [sku, stock] of [
        ["", 1],
        ["absent", 1],
        ["\u0000", 1],
        [`${reference}\u0000`, 1],
        [`${reference}\ud800`, 1],
        [reference, -1],
        [reference, 1.5],
      ] as const)
        expect(await office().setStock(sku, stock)).toBeUndefined();
      expect((await command("stock", "absent", "1")).ending).toBe(1);
    });

    it("lists the sizes of a product whose reference was typed, or a size's in another case, and changes none", async () => {
      const { id: productId, variants } = await testShop().product([3, 0]);
      const [first = "", second = ""] = variants.map((variant) => variant.toUpperCase());
      for (const typed of [productId.toUpperCase(), productId, first.toLowerCase()])
        for (const count of [[], ["+5"]])
          expect(await command("stock", typed, ...count)).toEqual({
            ending: 1,
            text: [
              `Référence inconnue : ${typed}.`,
              `Références de Modèle ${productId} :`,
              `  ${first} : Noir, pointure 36 : 3 en stock.`,
              `  ${second} : Noir, pointure 37 : 0 en stock.`,
            ].join("\n"),
          });
      expect(await command("stock", `${productId}~`)).toEqual({
        ending: 1,
        text: `Référence inconnue : ${productId}~.`,
      });
      const summer = await testShop().product([1], 5_000, { sku: `ÉTÉ-${productId}`.toUpperCase() });
      expect((await command("stock", `été-${productId}`)).text).toContain(`Références de Modèle ${summer.id} :`);
      const arzew = await testShop().product([1], 5_000, { name: "Arzew" });
      expect((await command("stock", arzew.id)).text).toContain("Références d'Arzew :");
    });

    it("counts what came and went from what is there, and names the pairs of orders to hand over", async () => {
      const { variant, number, ...pending } = await order();
      const reference = variant.toUpperCase();
      const said = async (...count: string[]) => {
        const { ending, text } = await command("stock", reference, ...count);
        return [ending, text.replace(/^.*? : .*? : /, "")];
      };
      expect(pending.reserved).toBe(true);
      const held = "2 de plus dans des commandes à remettre.";
      expect(await said()).toEqual([0, `3 en stock, ${held}`]);
      expect(await said("+10")).toEqual([0, `13 en stock (avant : 3), ${held}`]);
      await setStatus(testShop().shop, number, "confirmed");
      expect(await said("-12")).toEqual([0, `1 en stock (avant : 13), ${held}`]);
      await setStatus(testShop().shop, number, "shipped");
      expect(await command("stock", reference, "+1,5")).toMatchObject({
        ending: 2,
        text:
          "Donnez le stock par un nombre entier de 0 à 100 000, ou ce qui est venu ou parti : +10, -2.\n" +
          "npm run shop sans rien derrière donne l'aide.",
      });
      expect(await command("stock", reference, "-2")).toEqual({
        ending: 1,
        text: `${reference} : il n'y en a pas autant en stock, rien n'est changé.`,
      });
      expect(await said()).toEqual([0, "1 en stock."]);
      expect(await said("-1")).toEqual([0, "0 en stock (avant : 1)."]);
      for (const typed of ["+", "-", "+-1", "--1", "+1.5", "+100001"]) expect((await said(typed))[0], typed).toBe(2);
      expect(await testShop().stockOf(variant)).toBe(0);
      expect(await testShop().wrongSums()).toEqual([]);
    });

    it("takes several references, reports each, and goes on behind one that is refused", async () => {
      const { variants } = await testShop().product([3, 1, 0]);
      const [first = "", second = "", third = ""] = variants.map((variant) => variant.toUpperCase());
      const { ending, text } = await command("stock", first, "+5", second, "-2", "absent", "+1", third, "4");
      expect([ending, text.split("\n").map((line) => line.replace(/ : .*, pointure \d+/, ""))]).toEqual([
        1,
        [
          `${first} : 8 en stock (avant : 3).`,
          `${second} : il n'y en a pas autant en stock, rien n'est changé.`,
          "Référence inconnue : absent.",
          `${third} : 4 en stock (avant : 0).`,
        ],
      ]);
      expect((await command("stock", first, "+1", third, "-4")).ending).toBe(0);
      const before = await testShop().everything(["variants", "journal"]);
      expect((await command("stock", first, "+1", second, "beaucoup")).ending).toBe(2);
      expect(await testShop().everything(["variants", "journal"])).toBe(before);
    });

    it("says to look first where the database gave no answer, as a second try might count twice", async () => {
      const { variants } = await testShop().product([3, 1]);
      const [first = "", second = ""] = variants.map((variant) => variant.toUpperCase());
      const { shop } = testShop();
      const setStock: typeof shop.office.setStock = async (...change) => {
        await shop.office.setStock(...change);
        throw new Error("No answer.");
      };
      const said: string[] = [];
      const cutOff = runHere(["stock", first, "+5", second, "+5"], {
        shop: async () => ({ ...shop, office: { ...shop.office, setStock } }),
        complain: (text) => void said.push(text.replace(/\u00a0/g, " ")),
      });
      await expect(cutOff).rejects.toThrow("No answer.");
      expect(said).toEqual([
        `${first} : sans réponse. Regardez d'abord ce qui est noté : npm run shop -- stock ${first}`,
        "Rien n'est fait des références qui suivent.",
      ]);
      expect(await Promise.all(variants.map((variant) => testShop().stockOf(variant)))).toEqual([8, 1]);
    });
  });

  describe("stock alerts", () => {
    it("are counted by size, list whom to call once it is back, and are deleted after the call or when asked", async () => {
      const { stockAlerts } = testShop().shop;
      const { variants } = await testShop().product([0, 0]);
      const [first = "", second = ""] = variants;
      const phone = "0550987654";
      const email = `${id("nadia")}@example.com`;
      await stockAlerts.request({ variantId: first, contacts: [email, phone] });
      await stockAlerts.request({ variantId: first, contacts: [`${id("nadia")}@example.com`] });
      await stockAlerts.request({ variantId: second, contacts: [phone] });
      const listed = await command("alertes");
      expect(listed.ending).toBe(0);
      expect(listed.text.replace(/\s+/g, " ")).toMatch(
        /^Modèle p-\w+ : 4 Noir, pointure 36 \(\S+\) : 2 par e-mail, 1 par téléphone Noir, pointure 37 \(\S+\) : 1 par téléphone$/,
      );
      expect(listed.text).not.toMatch(/À appeler|0550|@/);
      expect((await command("alertes", "--appele", phone)).ending).toBe(1);

      await command("stock", first.toUpperCase(), "2");
      await stockAlerts.deliver();
      const back = await command("alertes");
      expect(back.text).toMatch(/À appeler, c'est de nouveau en stock :\n.*pointure 36 \(2\)\s+:\s+0550 98 76 54/);
      expect(await command("alertes", "--appele", "+213 550 98 76 54")).toEqual({
        ending: 0,
        text: "1 demande effacée.",
      });
      const after = await command("alertes");
      expect(after.text).not.toContain("À appeler");
      expect(after.text).toContain("pointure 37");
      expect(await command("alertes", "--oublier", phone)).toEqual({
        ending: 0,
        text: "Ses demandes, ses messages et son inscription à la newsletter sont effacés.",
      });
      expect(await command("alertes", "--oublier", phone)).toMatchObject({ ending: 1 });
      expect(await testShop().everything(["mails"])).toContain(email);
      // The rest of a mailed request, whose mail still waits.
      expect(await command("alertes", "--oublier", email)).toMatchObject({ ending: 0 });
      expect(await testShop().everything(["mails"])).not.toContain(email);
      expect((await command("alertes")).text).toBe("Personne n'attend de retour en stock.");
      for (const wrong of [["--appele", "12"], ["--oublier", "?"], ["--autre"]])
        expect((await command("alertes", ...wrong)).ending).toBe(2);
    });
  });

  it("forgets of an address its messages and its subscription, and the mails of both that wait", async () => {
    const { shop } = testShop();
    const [email, other] = [`${id("nadia")}@example.com`, `${id("amel")}@example.com`];
    const kept = () => testShop().everything(["messages", "subscribers", "mails"]);
    for (const address of [email, other]) {
      await shop.newsletter.subscribe(address);
      const [asked] = await mailsTo(shop, address);
      await shop.newsletter.confirm(tokenIn(asked));
      const message = { name: "Nadia", email: address, subject: "Pointure", message: "Un 38 ?" };
      await shop.messages.send({ key: id("key"), ...message });
    }
    await shop.oldData.mails(new Date(Date.now() + 60_000));
    expect(await command("alertes", "--oublier", email.toUpperCase())).toMatchObject({ ending: 0 });
    expect(await kept()).not.toContain(email);
    expect(await kept()).toContain(other);
    expect(await command("alertes", "--oublier", email)).toMatchObject({ ending: 1 });
    expect(await command("alertes", "--oublier", other)).toMatchObject({ ending: 0 });
  });

  describe("the newsletter", () => {
    it("is a list of the confirmed addresses, each with the link by which it leaves", async () => {
      const { shop } = testShop();
      const list = () => command("newsletter");
      expect(await list()).toEqual({ ending: 0, text: "Personne n'a confirmé son inscription à la newsletter." });
      const emails = [`${id("nadia")}@example.com`, `${id("amel")}@example.com`, `${id("lina")}@example.com`];
      for (const email of emails) {
        await shop.newsletter.subscribe(email);
        const token = tokenIn((await mailsTo(shop, email))[0]);
        if (email !== emails[2]) await shop.newsletter.confirm(token);
      }
      const [head, ...rows] = (await list()).text.split("\r\n");
      // With the mark that has a spreadsheet read UTF-8.
      expect(head).toBe('\ufeff"E-mail";"Désinscription"');
      expect(rows.map((row) => row.split(";")[0]).sort()).toEqual(
        emails
          .slice(0, 2)
          .map((email) => `"${email}"`)
          .sort(),
      );
      const [, email = "", token = ""] =
        /^"(.+)";"http:\/\/localhost:3000\/newsletter\/desinscription\?jeton=([\w-]{43})"$/.exec(rows[0] ?? "") ?? [];
      expect(await shop.newsletter.unsubscribe(token)).toBe(true);
      const { text } = await list();
      expect(text).not.toContain(email);
      expect((await command("newsletter", "--autre")).ending).toBe(2);
      const file = `${id("readers")}.csv`;
      expect(await command("newsletter", file)).toEqual({ ending: 0, text: `${file} : 1 adresse.` });
      expect(await readFile(join(folder, file), "utf8")).toBe(`${text}\r\n`);
      expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
      expect(await command("newsletter", file)).toEqual({ ending: 1, text: `Le fichier ${file} existe déjà.` });
    });
  });

  describe("accounts", () => {
    it("are shown, signed out, given back to their owner at an address, and deleted", async () => {
      const { shop } = testShop();
      const { account, session } = await newAccount(shop);
      const { email } = account;
      const { number } = await ordered(testShop(), { visitor: account.id });
      const shown = await command("compte", email.toUpperCase());
      for (const part of [
        `${email} (confirmé)`,
        "Benali Samira",
        `1 : ${number}`,
        "0 tampon sur 6",
        "Chrome, Android, depuis",
      ])
        expect(shown.text).toContain(part);
      for (const line of shown.text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      expect((await command("compte", email, "--deconnecter")).ending).toBe(0);
      expect(await shop.access.accountOf(session)).toBeUndefined();

      // Somebody else has the password, and has moved the account to another address.
      const thief = signedIn(await shop.access.logIn(email, PASSWORD, from()));
      const theirs = `${id("autre")}@example.com`;
      await shop.access.changeEmail(account.id, PASSWORD, theirs, thief.session);
      await shop.access.confirmEmail(tokenIn((await mailsTo(shop, theirs))[0]), "email");
      await shop.access.requestReset(theirs);
      const link = tokenIn((await mailsTo(shop, theirs))[0]);
      const other = await newAccount(shop);
      const taken = await command("compte", theirs, "--adresse", other.account.email);
      expect(taken).toEqual({ ending: 1, text: `${other.account.email} a déjà un autre compte.` });
      const given = await command("compte", theirs, "--adresse", email);
      expect([given.ending, given.text]).toEqual([0, expect.stringContaining("vide le compte")]);
      expect(given.text.replace(/\s+/g, " ")).toContain("un lien pour un nouveau mot de passe y part.");
      expect(await shop.access.accountOf(thief.session)).toBeUndefined();
      for (const address of [email, theirs])
        expect(await shop.access.logIn(address, PASSWORD, from())).toMatchObject({ reason: "wrong" });
      expect(await shop.access.reset(link, PASSWORD, from())).toMatchObject({ reason: "gone" });
      expect((await command("compte", email, "--adresse", email)).text).toContain("réessayez dans dix minutes");
      const own = tokenIn((await mailsTo(shop, email)).find(({ kind }) => kind === "reset"));
      expect(await shop.access.reset(own, "trois mots neufs", from())).toMatchObject({ ok: true, isEmptied: true });

      expect((await command("compte", email, "--supprimer")).ending).toBe(0);
      expect(await command("compte", email)).toEqual({ ending: 1, text: `Aucun compte avec ${email}.` });
      const unsent = ["compte", other.account.email, "--adresse", other.account.email];
      const written = (await commandOf(testShop(), folder, unsent, { outbox: "/var/lib/shop/outbox" })).text;
      expect(written.replace(/\s+/g, " ")).toContain("reste dans /var/lib/shop/outbox (SMTP_URL manque) : envoyez-le.");
      expect(written).not.toContain("y part");
      for (const wrong of [
        [],
        ["x"],
        [email, email],
        [email, "--adresse", "x"],
        [email, "--deconnecter", "--supprimer"],
      ])
        expect((await command("compte", ...wrong)).ending, wrong.join(" ")).toBe(2);
      const elsewhere = await runHere(["compte", email], { shop: () => Promise.reject(new Elsewhere()) });
      expect([elsewhere.ending, elsewhere.text]).toEqual([1, expect.stringContaining("SHOP_API_URL")]);
    });
  });

  describe("reviews", () => {
    it("are listed while they wait, and published or refused by their number", async () => {
      const { shop, product } = testShop();
      const { reviews } = shop;
      const visitor = id("visitor");
      const sold = await product([3, 3]);
      const { number } = await orderOf(shop, linesOf(sold), { visitor });
      expect(await command("avis")).toEqual({ ending: 0, text: "Aucun avis n'attend." });
      await deliver(testShop(), number);
      const [first = "", second = ""] = sold.variants;
      await reviews.send(number, { visitor }, { variantId: first, rating: 5, text: "Très\nconfortable" });
      // Two of one millisecond stand in no order.
      await wait(2);
      await reviews.send(number, { visitor }, { variantId: second, rating: 2, text: "" });
      const listed = (await command("avis")).text;
      expect(listed.replace(/\s+/g, " ")).toMatch(
        new RegExp(
          `^(\\w{10}) Modèle \\S+ : 5 sur 5, de Samira, Oran \\(commande ${number}\\) Très confortable (\\w{10}) Modèle`,
        ),
      );
      const [praise = "", blame = ""] = [...listed.matchAll(/^(\w{10}) /gm)].map(([, found]) => found);
      expect(await command("avis", "--publier", praise.toUpperCase())).toEqual({ ending: 0, text: "Avis publié." });
      expect((await command("avis", "--publier", praise)).ending).toBe(1);
      expect(await command("avis", "--refuser", blame)).toEqual({ ending: 0, text: "Avis refusé, et effacé." });
      expect(await command("avis")).toEqual({ ending: 0, text: "Aucun avis n'attend." });
      const states = async () =>
        (await reviews.ofOrder(number, { visitor }))?.lines.map(({ state, review }) => [state, review?.text]);
      expect(await states()).toEqual([
        ["published", "Très\nconfortable"],
        ["refused", ""],
      ]);
      // A published one is found by its words, its product, its author or its order.
      for (const words of ["CONFORTABLE très", "modele", "samira", number])
        expect((await command("avis", "--publies", words)).text, words).toContain(praise);
      expect(await command("avis", "--publies", "inconfortable")).toEqual({
        ending: 1,
        text: "Aucun avis publié avec « inconfortable ».",
      });
      // A published one can be withdrawn, a refused one not brought back.
      expect((await command("avis", "--refuser", praise)).ending).toBe(0);
      expect((await command("avis", "--publier", praise)).ending).toBe(1);
      expect(await states()).toEqual([
        ["refused", ""],
        ["refused", ""],
      ]);
      for (const wrong of [["--publier"], ["--publier", praise, "--refuser", blame], ["--autre"], ["x"]])
        expect((await command("avis", ...wrong)).ending).toBe(2);
    });
  });
});
