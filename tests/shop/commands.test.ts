import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { run } from "~/commands/run";
import { sizesOf } from "~/domain/catalogue/choice";
import type { ImportedPart, ImportedProduct, ImportedVariant } from "~/domain/catalogue/imported-product";
import { noRefinement } from "~/domain/catalogue/listing";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { inCodePage } from "../support/catalogues/code-pages";
import { id, requestFor, setStatus, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

const folder = mkdtempSync(join(tmpdir(), "operator-"));
afterAll(() => rmSync(folder, { recursive: true }));

const blue = { slug: "blue", name: "Blue", hex: "#2b5f95" };
const variant = (key: string, sizeLabel: string, size: number, stock?: number, sku?: string): ImportedVariant => ({
  key,
  line: 2,
  color: blue,
  size,
  sizeLabel,
  stock,
  ...(sku ? { sku } : {}),
});
const part = (name: string, variants: ImportedVariant[], more: Partial<ImportedPart> = {}): ImportedPart => ({
  part: "",
  slug: name,
  sku: name.toUpperCase(),
  name,
  description: "Doux.",
  kind: "autres",
  gender: "mixte",
  category: ["Vêtements", "Tee-shirts"],
  price: 2_000,
  isNew: false,
  isBestseller: false,
  isActive: true,
  tags: ["coton"],
  specifications: [],
  pictures: [{ src: "import/0123456789abcdef0123456789abcdef", alt: "Tee", color: "blue" }],
  variants,
  ...more,
});
const imported = (sourceId: string, ...parts: ImportedPart[]): ImportedProduct => ({
  source: "shopify",
  sourceId,
  line: 2,
  parts: parts,
});

describeShopHere("backOffice", "the office", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;
  const order = async (stock = 5) => {
    const { price, variants } = await testShop().product([stock]);
    const lines = [{ variantId: variants[0] ?? "", quantity: 2, price }];
    const placed = await testShop().shop.orders.place(await requestFor(testShop().shop, lines));
    if (placed.outcome !== "placed") throw new Error(placed.outcome);
    return { ...placed.order, variant: variants[0] ?? "" };
  };
  /** Runs a command. @returns its output */
  const command = async (...argv: string[]) => {
    const said: string[] = [];
    const ending = await run(argv, {
      shop: async () => testShop().shop,
      alerts: async () => testShop().shop.office,
      folder,
      dataDir: folder,
      now: () => new Date(),
      say: (text) => said.push(text),
      officeUrl: "http://localhost:3000",
      readiness: async () => [],
      unsettled: async () => undefined,
      complain: (text) => said.push(text),
    });
    return { ending, text: said.join("\n").replace(/[\u00a0\u202f]/g, " ") };
  };
  const product = async (slug: string) => {
    const found = await testShop().shop.catalogue.product(slug);
    if (!found) throw new Error(`${slug} is not sold.`);
    return found;
  };

  describe("orders", () => {
    it("says where the visit came from that led to an order, where that is known", async () => {
      const { shop, product } = testShop();
      const { price, variants } = await product([5]);
      const lines = [{ variantId: variants[0] ?? "", quantity: 1, price }];
      const provenance = { source: "facebook", campaign: "Rentrée", site: "l.facebook.com" };
      for (const known of [provenance, undefined]) {
        const placed = await shop.orders.place(await requestFor(shop, lines, { provenance: known }));
        if (placed.outcome !== "placed") throw new Error(placed.outcome);
        expect(placed.order.provenance).toEqual(known);
        expect((await office().orderPage(placed.order.number))?.order.provenance).toEqual(known);
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
      const { price, variants } = await testShop().product([8]);
      const [variantId = ""] = variants;
      const shop = testShop().reopened({ bounds: defaultOrderBounds });
      const recipient = { ...someone, phone: "0770000001" };
      const large = await requestFor(shop, [{ variantId, quantity: 8, price }], { recipient });
      const placed = await shop.orders.place(large);
      const { number } = placed.outcome === "placed" ? placed.order : { number: "" };
      const list = await command("commandes", "--statut", "en-attente");
      expect(list.text).toMatch(new RegExp(`${number} .* À réserver  Benali`));
      expect(list.text.replace(/\s+/g, " ")).toContain(
        "À réserver : commande en attente, exceptionnellement grande ; ses paires sont réservées à la confirmation.",
      );
      await testShop().setStock(variantId, 7);
      const answer = await command("commande", number);
      expect(answer.text).toMatch(/Paires +pas encore réservées : appeler, puis confirmer/);
      expect(answer.text.replace(/\s+/g, " ")).toMatch(/Stock insuffisant : Modèle .* \(8 demandées, 7 disponibles\)/);
      for (const line of `${list.text}\n${answer.text}`.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      expect(await command("confirmer", number)).toEqual({
        ending: 1,
        text: `${number} : il n'y a plus assez de paires pour la confirmer.\nCe qui manque : npm run shop -- commande ${number}`,
      });
      await testShop().setStock(variantId, 9);
      expect(await command("confirmer", number)).toEqual({ ending: 0, text: `${number} : confirmée.` });
      expect(await testShop().stockOf(variantId)).toBe(1);
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
      const { number } = await order();
      const list = await command("commandes", "--statut", "en-attente");
      expect(list.ending).toBe(0);
      expect(list.text).toContain(number);
      const answer = await command("commande", number);
      expect(answer.text).toMatch(/Client +Benali Samira\nTéléphone +0550 12 34 56/);
      expect(answer.text).toMatch(/\nÀ encaisser +\d/);
      expect(answer.text).toContain("Noir, pointure 36");
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
      const task = async () => {
        const found = (await shop.parcelQueue.claim(100)).find(({ orderNumber }) => orderNumber === number);
        if (!found || !(await shop.parcelQueue.begin(found))) throw new Error("Its parcel is not due.");
        return found;
      };
      await shop.parcelQueue.settle(await task(), { kind: "refused", failure: "The phone is not valid" });
      const refused = await command("commande", number);
      expect(refused.text).toMatch(/Colis +refusé par le livreur : corriger, puis relancer\n {2}motif +The phone/);
      expect(await command("relancer", number, "ZZZZ-9999")).toEqual({
        ending: 1,
        text: `${number} : son colis sera annoncé de nouveau.\nCommande inconnue : ZZZZ-9999.`,
      });
      expect(await command("relancer", number)).toMatchObject({ ending: 1 });
      const tracking = id("yal");
      await shop.parcelQueue.settle(await task(), { kind: "posted", tracking, label: "https://courier.example/label" });
      await shop.parcelQueue.recordEvents([{ kind: "status", tracking, status: "Expédié", at: new Date() }]);
      const posted = (await command("commande", number)).text;
      expect(posted).toMatch(/Statut +Expédiée/);
      expect(posted).toContain(tracking);
      expect(posted).toContain("https://courier.example/label");
      expect(posted).toMatch(/\d\d:\d\d En route/);
      expect(posted).not.toContain("motif");
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
        ["stock"],
        ["stock", "--A", "1"],
        ["stock", "A", "1.5"],
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
        [reference, -1],
        [reference, 1.5],
      ] as const)
        expect(await office().setStock(sku, stock)).toBeUndefined();
      expect((await command("stock", "absent", "1")).ending).toBe(1);
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
      expect(await said("-2")).toEqual([1, "Il n'y en a pas autant en stock : rien n'est changé."]);
      expect(await said()).toEqual([0, "1 en stock."]);
      expect(await said("-1")).toEqual([0, "0 en stock (avant : 1)."]);
      for (const typed of ["+", "-", "+-1", "--1", "+1.5", "+100001"]) expect((await said(typed))[0], typed).toBe(2);
      expect(await testShop().stockOf(variant)).toBe(0);
      expect(await testShop().wrongSums()).toEqual([]);
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
      expect(await command("alertes", "--oublier", phone)).toEqual({ ending: 0, text: "1 demande effacée." });
      expect(await command("alertes", "--oublier", phone)).toMatchObject({ ending: 1 });
      // The rest of a mailed request.
      expect(await command("alertes", "--oublier", email)).toMatchObject({ ending: 0 });
      expect((await command("alertes")).text).toBe("Personne n'attend de retour en stock.");
      for (const wrong of [["--appele", "12"], ["--oublier", "?"], ["--autre"]])
        expect((await command("alertes", ...wrong)).ending).toBe(2);
    });
  });

  describe("reviews", () => {
    it("are listed while they wait, and published or refused by their number", async () => {
      const { orders, reviews } = testShop().shop;
      const visitor = id("visitor");
      const { price, variants } = await testShop().product([3, 3]);
      const lines = variants.map((variantId) => ({ variantId, quantity: 1, price }));
      const placed = await orders.place(await requestFor(testShop().shop, lines, { visitor }));
      if (placed.outcome !== "placed") throw new Error(placed.outcome);
      const { number } = placed.order;
      expect(await command("avis")).toEqual({ ending: 0, text: "Aucun avis n'attend." });
      for (const status of ["confirmed", "shipped", "delivered"] as const)
        await setStatus(testShop().shop, number, status);
      const [first = "", second = ""] = variants;
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

  describe("an imported product", () => {
    it("is a product to be found, chosen, put into the cart and ordered under its own words", async () => {
      const name = id("tee");
      const shirt = part(name, [variant("s", "Small", 101, 0), variant("l", "Large", 102, 2, id("SKU"))]);
      expect(await office().importProduct(imported(name, shirt))).toEqual({
        outcome: "added",
        goneVariants: 0,
        retired: 0,
      });
      const made = await product(name);
      expect(made).toMatchObject({ name, kind: "autres", price: 2_000, soldOut: false, colors: [blue], isNew: false });
      const large = made.variants.find(({ sizeLabel }) => sizeLabel === "Large");
      expect(made.variants.map(({ sku, sizeLabel, stock }) => [sku, sizeLabel, stock])).toEqual([
        [`${name}-blue-small`.toUpperCase(), "Small", 0],
        [shirt.variants[1]?.sku, "Large", 2],
      ]);
      const { shop } = testShop();
      const found = await shop.catalogue.search(`${name} large bleu`, { page: 1 });
      expect(found.products.map(({ slug }) => slug)).toEqual([name]);
      // No filter of shoe sizes, and no search for shoes, meets it.
      const shoes = await shop.catalogue.list({
        sort: "nouveautes",
        page: 1,
        size: 100,
        refinement: { ...noRefinement, sizes: [40] },
      });
      expect(shoes.products.map(({ slug }) => slug)).not.toContain(name);
      const visitor = id("visitor");
      await shop.carts.add(visitor, large?.id ?? "", 2);
      await shop.wishlist.add(visitor, made.id);
      expect((await shop.carts.read(visitor)).lines[0]).toMatchObject({ size: 102, sizeLabel: "Large" });
      expect((await shop.wishlist.read(visitor))[0]?.variants).toMatchObject([{ sizeLabel: "Large" }]);
      const lines = [{ variantId: large?.id ?? "", quantity: 2, price: 2_000 }];
      const placed = await shop.orders.place(await requestFor(shop, lines, { visitor }));
      if (placed.outcome !== "placed") throw new Error(placed.outcome);
      const read = await shop.orders.read(placed.order.number, visitor);
      expect(read?.lines[0]).toMatchObject({ size: 102, sizeLabel: "Large", color: blue });
      expect((await product(name)).soldOut).toBe(true);
      // The parcel's label names the size in the words of the shop.
      const connected = testShop().reopened({ now: () => new Date(), connection: {} });
      expect(await setStatus(connected, placed.order.number, "confirmed")).toBe("moved");
      const parcels = await connected.parcelQueue.claim(100);
      expect(parcels.find(({ orderNumber }) => orderNumber === placed.order.number)?.parcel).toMatchObject({
        products: `${name} (Blue, Large) x2`,
      });
      const categories = (await shop.catalogue.categories()).filter(({ id }) => id === made.categoryId);
      expect(categories).toMatchObject([{ name: "Tee-shirts", parentId: "c-vetements" }]);
    });

    it("is the same twice, and brought up to date when it comes again; sizes may change places", async () => {
      const name = id("tee");
      const first = part(name, [variant("s", "Small", 101, 1), variant("l", "Large", 102, 2)]);
      await office().importProduct(imported(name, first));
      const before = await product(name);
      const tables = ["products", "variants", "categories", "collections"] as const;
      const all = await testShop().everything([...tables]);
      expect(await office().importProduct(imported(name, first))).toMatchObject({ outcome: "unchanged" });
      expect(await testShop().everything([...tables])).toBe(all);

      const second = part(
        name,
        [variant("l", "Large", 101, 7), variant("s", "Small", 102, 1), variant("m", "Medium", 103, undefined)],
        { price: 1_500, oldPrice: 2_000, name: "Tee d'été", slug: "another" },
      );
      expect(await office().importProduct(imported(name, second))).toMatchObject({
        outcome: "updated",
        goneVariants: 0,
      });
      const after = await product(name);
      expect(after).toMatchObject({ id: before.id, slug: name, name: "Tee d'été", price: 1_500, oldPrice: 2_000 });
      const sizes = after.variants.map(({ size, sizeLabel, stock }) => [size, sizeLabel, stock]);
      expect(sizes).toEqual([
        [101, "Large", 7],
        [102, "Small", 1],
        [103, "Medium", 0],
      ]);
      const idOf = (made: typeof before, label: string) =>
        made.variants.find(({ sizeLabel }) => sizeLabel === label)?.id;
      expect(idOf(after, "Large")).toBe(idOf(before, "Large"));
      expect((await testShop().shop.catalogue.search("tee été", { page: 1 })).products.map(({ id }) => id)).toContain(
        after.id,
      );
      expect(await testShop().wrongSums()).toEqual([]);
    });

    it("keeps the stock of here when told so, and of what nobody counts", async () => {
      const name = id("tee");
      const shirt = part(name, [variant("s", "Small", 101, 3), variant("l", "Large", 102, undefined)]);
      const stocks = async () => (await product(name)).variants.map(({ stock }) => stock);
      await office().importProduct(imported(name, shirt), { uncounted: 4 });
      expect(await stocks()).toEqual([3, 4]);
      const large = (await product(name)).variants[1]?.sku ?? "";
      await office().setStock(large, 2);
      await office().importProduct(
        imported(name, part(name, [variant("s", "Small", 101, 9), ...shirt.variants.slice(1)])),
        {
          keepsStock: true,
        },
      );
      expect(await stocks()).toEqual([3, 2]);
      await office().importProduct(imported(name, shirt));
      expect(await stocks()).toEqual([3, 2]);
      await office().importProduct(imported(name, shirt), { uncounted: 6 });
      expect(await stocks()).toEqual([3, 6]);
    });

    it("has halves and thirds between whole sizes, found by these and marked", async () => {
      const name = id("derby");
      const shoe = (size: number, stock: number): ImportedVariant => {
        const { sizeLabel: _, ...rest } = variant(`${size}`, "", size, stock);
        return rest;
      };
      const variants = [shoe(39, 1), shoe(40.5, 2), shoe(40, 0), shoe(41.67, 1)];
      const shoes = imported(name, part(name, variants));
      expect(await office().importProduct(shoes)).toMatchObject({ outcome: "added" });
      expect(await office().importProduct(shoes)).toMatchObject({ outcome: "unchanged" });
      const { id: productId, price, ...stored } = await product(name);
      expect(sizesOf(stored, "blue").map(({ size }) => size)).toEqual([39, 40, 40.5, 41.67]);
      const { catalogue } = testShop().shop;
      const shown = async (size: number) => {
        const refinement = { ...noRefinement, sizes: [size] };
        const { products } = await catalogue.list({ sort: "nouveautes", page: 1, size: 100, refinement });
        return products.find((card) => card.id === productId)?.shown?.size;
      };
      expect([await shown(39), await shown(40), await shown(41), await shown(42)]).toEqual([
        39,
        40.5,
        41.67,
        undefined,
      ]);
      const variantId = stored.variants.find(({ size }) => size === 40.5)?.id ?? "";
      const wanted = await requestFor(testShop().shop, [{ variantId, quantity: 1, price }]);
      const placed = await testShop().shop.orders.place(wanted);
      expect(placed.outcome === "placed" && placed.order.lines.map(({ size }) => size)).toEqual([40.5]);
    });

    it("sells nothing more of what the list has no more, and takes parts out of the sale and back", async () => {
      const name = id("tee");
      const small = variant("s", "Small", 101, 1);
      const large = variant("l", "Large", 102, 2);
      const split = { part: "Large", slug: `${name}-large`, sku: `${name}-LARGE`.toUpperCase(), price: 3_000 };
      await office().importProduct(imported(name, part(name, [small]), part(name, [large], split)));
      const apart = await product(`${name}-large`);
      expect(apart).toMatchObject({ price: 3_000, variants: [{ sizeLabel: "Large", stock: 2 }] });
      const { wishlist, catalogue } = testShop().shop;
      const [both, one] = [id("visitor"), id("visitor")];
      await wishlist.add(both, (await product(name)).id);
      for (const visitor of [both, one]) await wishlist.add(visitor, apart.id);
      expect(await catalogue.successor(`${name}-large`)).toBeUndefined();
      // With equal prices they are one product, and a cart's variant stays the same.
      const joined = await office().importProduct(imported(name, part(name, [small, large])));
      expect(joined).toEqual({ outcome: "updated", goneVariants: 0, retired: 1 });
      expect(await testShop().shop.catalogue.product(`${name}-large`)).toBeUndefined();
      expect((await product(name)).variants[1]?.id).toBe(apart.variants[0]?.id);
      // So do wishlists, each with one of it, and what led to the other part leads there.
      for (const visitor of [both, one])
        expect((await wishlist.read(visitor)).map(({ slug }) => slug)).toEqual([(await product(name)).slug]);
      for (const gone of [apart.id, `${name}-large`])
        expect(await catalogue.successor(gone)).toBe((await product(name)).slug);
      for (const other of [name, "nulle-part", "\u0000"]) expect(await catalogue.successor(other)).toBeUndefined();
      expect(await office().importProduct(imported(name, part(name, [large])))).toMatchObject({ goneVariants: 1 });
      const left = (await product(name)).variants.map(({ sizeLabel, stock }) => [sizeLabel, stock]);
      expect(left.sort()).toEqual([
        ["Large", 2],
        ["Small", 0],
      ]);
      expect(await office().importProduct(imported(name, part(name, [large])))).toMatchObject({ outcome: "unchanged" });
      expect(await office().importProduct(imported(name, part(name, [small, large])))).toMatchObject({
        outcome: "updated",
      });
      expect((await product(name)).variants).toHaveLength(2);
      const other = part(name, [small], split);
      expect(await office().importProduct(imported(name, part(name, [large]), other))).toMatchObject({
        outcome: "updated",
      });
      expect(await product(`${name}-large`)).toMatchObject({ id: apart.id });
      expect(await testShop().wrongSums()).toEqual([]);
    });

    it("keeps a size that is gone for carts, although another variant takes its number", async () => {
      const name = id("sabot");
      const shoe = (key: string, size: number): ImportedVariant => ({ key, line: 2, color: blue, size, stock: 2 });
      const sizes = async () =>
        (await product(name)).variants.map(({ size, sizeLabel, stock }) => [size, sizeLabel, stock]);
      await office().importProduct(imported(name, part(name, [shoe("11", 40.5), shoe("12", 41)])));
      const changed = imported(name, part(name, [shoe("12", 40.5)]));
      expect(await office().importProduct(changed)).toMatchObject({ outcome: "updated", goneVariants: 1 });
      expect(await sizes()).toEqual([
        [40.5, undefined, 2],
        [9_000, "40,5", 0],
      ]);
      expect(await office().importProduct(changed)).toMatchObject({ outcome: "unchanged" });
    });

    it("is refused whole where a reference is another product's; a dry run says so and stores nothing", async () => {
      const name = id("tee");
      const { variants } = await testShop().product([1]);
      const taken = (variants[0] ?? "").toUpperCase();
      const shirt = part(name, [variant("s", "Small", 101, 1, taken), variant("l", "Large", 102, 2)]);
      const all = await testShop().everything(["products", "variants", "categories", "product_words"]);
      expect(await office().importProduct(imported(name, shirt))).toEqual({ outcome: "refused", taken: [taken] });
      const fine = part(name, [variant("s", "Small", 101, 1)], { category: [id("category")], collection: id("group") });
      const dryRun = await office().importProduct(imported(name, fine), { isDryRun: true });
      expect(dryRun).toMatchObject({ outcome: "added" });
      expect(await testShop().everything(["products", "variants", "categories", "product_words"])).toBe(all);
      expect(await office().importProduct(imported(name, fine))).toMatchObject({ outcome: "added" });
      const { collectionId = "" } = await product(name);
      expect(await testShop().shop.catalogue.collection(collectionId)).toMatchObject({
        name: fine.collection,
        productCount: 1,
      });
    });

    it("gets an address of its own where its name has one already, and stands where the category is known", async () => {
      const name = id("tee");
      await office().importProduct(imported(name, part(name, [variant("s", "Small", 101, 1)])));
      const twin = {
        ...part(name, [variant("s", "Small", 101, 1)]),
        sku: `${name}-twin`,
        category: ["VETEMENTS", "tee shirts"],
      };
      await office().importProduct({ ...imported(name, twin), source: "woocommerce" });
      expect((await product(`${name}-2`)).categoryId).toBe((await product(name)).categoryId);
      const women = part(`${name}-w`, [variant("s", "Small", 101, 1)], { category: ["Women", "Mules"] });
      await office().importProduct(imported(`${name}-w`, women));
      const trail = await testShop().shop.catalogue.categoryTrail((await product(`${name}-w`)).categoryId);
      expect(trail.map(({ slug }) => slug)).toEqual(["femmes", expect.stringContaining("mules")]);
      const hidden = part(`${name}-h`, [variant("s", "\u0000Small\ud800", 101, 1)], { isActive: false });
      await office().importProduct(imported(`${name}-h`, hidden));
      expect(await testShop().shop.catalogue.product(`${name}-h`)).toBeUndefined();
    });
  });

  it("an import says line by line what it does, goes on after a wrong line, and updates the second time", async () => {
    const [one, second] = [id("sabot"), id("tee")];
    const list = (price: string, stock: string) =>
      [
        "Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price",
        `${one},${one},Sabots,Pointure,40,${one}-40,${stock},${price}`,
        `${one},,,,41,${one}-41,1,cher`,
        `${second},${second},,Title,Default Title,,,1500`,
      ].join("\n");
    const file = `${one}.csv`;
    writeFileSync(join(folder, file), list("4500", "3"));
    const count = async () => JSON.parse(await testShop().everything(["products"]))[0].length as number;
    const before = await count();
    const dryRun = await command("importer", file, "--essai");
    expect(dryRun.ending).toBe(1);
    expect(dryRun.text).toContain("Essai, rien n'a été changé : 2 ajoutés");
    expect(await count()).toBe(before);
    const first = await command("importer", file);
    expect(first.text.split("\n").map((line) => line.replace(/ +/g, " "))).toEqual([
      "Liste de produits Shopify : 3 lignes, 2 produits.",
      "",
      `ligne 2 ajouté ${one} (1 variante, 0 image)`,
      "ligne 3 REFUSÉE prix illisible « cher » : écrivez-le en chiffres, comme",
      " « 4500 »",
      `ligne 4 ajouté ${second} (1 variante, 0 image)`,
      "",
      "La liste n'indique pas le stock de 1 variante : ce qui est nouveau est épuisé,",
      " le reste garde le sien. « --stock 5 » donne 5 à chacune.",
      "La liste ne dit pas pour qui sont 2 produits : genre « mixte ».",
      "",
      "Fait : 2 ajoutés, 0 mis à jour, 0 inchangé, 1 refus.",
    ]);
    expect(first.ending).toBe(1);
    expect(await product(one)).toMatchObject({ kind: "sabots", variants: [{ size: 40, stock: 3, sku: `${one}-40` }] });
    expect(await product(second)).toMatchObject({
      soldOut: true,
      variants: [{ sizeLabel: "Taille unique", sku: second.toUpperCase() }],
    });
    expect((await command("importer", file)).text).toContain("0 mis à jour, 2 inchangés");
    writeFileSync(join(folder, file), list("4200", "8"));
    expect((await command("importer", file, "--stock", "2")).text).toContain("2 mis à jour, 0 inchangé");
    expect(await product(one)).toMatchObject({ price: 4200, variants: [{ stock: 8 }] });
    expect(await product(second)).toMatchObject({ variants: [{ stock: 2 }] });
    expect(await count()).toBe(before + 2);
  });

  it("an import refuses a list in the letters of MS-DOS, and says how to save it", async () => {
    const name = id("sandale");
    const list = `Handle;Title;Option1 Name;Option1 Value;Variant Price\n${name};Sandale d'été;Pointure;38;4500`;
    writeFileSync(join(folder, `${name}.csv`), inCodePage("MS-DOS", list));
    const { ending, text } = await command("importer", `${name}.csv`);
    expect([ending, text]).toEqual([1, expect.stringContaining("enregistrez-le en « CSV UTF-8 »")]);
    expect(await testShop().shop.catalogue.product(name)).toBeUndefined();
  });

  it("the demonstration leaves the sale, and what was imported stays", async () => {
    const name = id("tee");
    await office().importProduct(imported(name, part(name, [variant("s", "Small", 101, 1)])));
    expect(await office().retireDemo()).toBeGreaterThan(10);
    expect(await office().retireDemo()).toBe(0);
    expect(await testShop().wrongSums()).toEqual([]);
    await product(name);
    expect(await testShop().shop.catalogue.product("boston-santa-cruz")).toBeUndefined();
  });
});
