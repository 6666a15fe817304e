import { expect, it } from "vitest";
import { someTests } from "../support/setup/sweeps";
import { mailsOf } from "../support/shop/accounts";
import { id } from "../support/shop/test-shop";
import { describeShopInPart } from "./describe-shop-in-part";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const someAddress = () => `${id("samira")}@example.com`;
let dialled = 100_000;
const somePhone = () => `0550${dialled++}`;

const tokenOf = (mail?: { text: string }) =>
  /\/prevenez-moi\/oublier\?jeton=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";

describeShopInPart("stock alerts", someTests(), (fixture) => {
  const shop = () => fixture().testShop.shop;
  const alerts = () => shop().stockAlerts;
  const soldOut = async () => {
    const { slug, variants } = await fixture().testShop.product([0, 3]);
    return { slug, variantId: variants[0] ?? "" };
  };
  const returned = async () => {
    await alerts().deliver();
    return (await mailsOf(shop())).filter(({ kind }) => kind.startsWith("stock-back"));
  };

  it("mail each who waits once, when the variant is in stock again and not before", async () => {
    const { slug, variantId } = await soldOut();
    const [first, second] = [someAddress(), someAddress()];
    for (const contact of [first, second, first])
      expect(await alerts().request({ variantId, contacts: [contact] })).toBe("noted");
    expect(await returned()).toEqual([]);
    await fixture().testShop.setStock(variantId, 2);
    const mails = await returned();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([first, second].sort());
    expect(mails[0]?.subject).toMatch(/^De nouveau en stock\u00a0: Modèle .*, Noir, pointure 36$/);
    expect(mails[0]?.text).toContain(`/product/${slug}?couleur=noir&pointure=36`);
    expect(await returned()).toEqual([]);
    // Nothing is left to mail the next time.
    await fixture().testShop.setStock(variantId, 0);
    await fixture().testShop.setStock(variantId, 1);
    expect(await returned()).toEqual([]);
    expect(await fixture().testShop.everything(["stock_alerts"])).not.toContain(first);
  });

  it("are for what is sold out and still sold", async () => {
    const { testShop } = fixture();
    const { id: productId, variants } = await testShop.product([1, 0]);
    const [inStock = "", variantId = ""] = variants;
    const contacts = [someAddress()];
    expect(await alerts().request({ variantId: inStock, contacts })).toBe("in-stock");
    for (const unknown of ["none", "", "\u0000"])
      expect(await alerts().request({ variantId: unknown, contacts })).toBe("unknown");
    expect(await alerts().request({ variantId, contacts })).toBe("noted");
    await testShop.retire(productId);
    await testShop.setStock(variantId, 4);
    expect(await returned()).toEqual([]);
    expect(await alerts().request({ variantId, contacts })).toBe("unknown");
  });

  it("can be requested again after the mail", async () => {
    const { variantId } = await soldOut();
    const contact = someAddress();
    for (let time = 0; time < 2; time += 1) {
      await fixture().testShop.setStock(variantId, 0);
      expect(await alerts().request({ variantId, contacts: [contact] })).toBe("noted");
      await fixture().testShop.setStock(variantId, 1);
      expect(await returned()).toMatchObject([{ recipient: contact }]);
    }
  });

  it("tell the shop by one mail whom to call, again when it sold out before anybody called", async () => {
    const { variantId } = await soldOut();
    const phones = [somePhone(), somePhone()];
    for (const phone of phones) await alerts().request({ variantId, contacts: [phone] });
    for (let time = 0; time < 2; time += 1) {
      await fixture().testShop.setStock(variantId, 1);
      const [mail, ...more] = await returned();
      expect(more).toEqual([]);
      expect(mail?.recipient).toBe("boutique@boutique.example");
      expect(mail?.subject).toMatch(/^À appeler \(2\)\u00a0: Modèle/);
      for (const phone of phones) expect(mail?.text.replace(/\u00a0/g, "")).toContain(phone);
      expect(await returned()).toEqual([]);
      await fixture().testShop.setStock(variantId, 0);
      expect(await returned()).toEqual([]);
    }
  });

  it("are all withdrawn by the link of a mail, and not taken again for 30 days", async () => {
    const [told, other] = [await soldOut(), await soldOut()];
    const contact = someAddress();
    for (const { variantId } of [told, other]) await alerts().request({ variantId, contacts: [contact] });
    expect(await alerts().ofEmail(contact)).toHaveLength(2);
    await fixture().testShop.setStock(told.variantId, 1);
    const [mail] = await returned();
    expect(await alerts().ofEmail(contact)).toMatchObject([{ color: { slug: "noir" }, size: 36 }]);
    const token = tokenOf(mail);
    expect(await alerts().refuse("\u0000")).toBe(false);
    expect(await alerts().refuse("A".repeat(43))).toBe(false);
    expect(await alerts().refuse(token)).toBe(true);
    expect(await alerts().refuse(token)).toBe(true);
    expect(await alerts().request({ variantId: other.variantId, contacts: [contact] })).toBe("noted");
    expect(await alerts().ofEmail(contact)).toEqual([]);
    await fixture().testShop.setStock(other.variantId, 1);
    expect(await returned()).toEqual([]);
    await shop().oldData.stockAlertLinks(new Date(Date.now() + DAY));
    await fixture().testShop.setStock(other.variantId, 0);
    await alerts().request({ variantId: other.variantId, contacts: [contact] });
    expect(await alerts().ofEmail(contact)).toHaveLength(1);
  });

  it("are limited to twenty an hour from one address, and to ten a day for one contact", async () => {
    const { variantId } = await soldOut();
    const address = id("address");
    const asked = async (contacts: string[], from?: string) => alerts().request({ variantId, contacts, address: from });
    const many = await Promise.all(Array.from({ length: 25 }, () => asked([someAddress()], address)));
    expect(many.filter((outcome) => outcome === "noted")).toHaveLength(20);
    expect(many.filter((outcome) => outcome === "limited")).toHaveLength(5);
    expect(await asked([someAddress()])).toBe("noted");
    const contact = someAddress();
    for (let count = 0; count < 10; count += 1) expect(await asked([contact])).toBe("noted");
    expect(await asked([contact])).toBe("limited");
    // All spellings of one letter box count together.
    expect(await asked([contact.replace("@", "+encore@")])).toBe("limited");
  });

  it("are counted by their address first: what it refuses leaves no trace at the contact, nor what another contact refuses", async () => {
    const { variantId } = await soldOut();
    const [address, email, phone] = [id("address"), someAddress(), somePhone()];
    const asked = (contacts: string[], from?: string) => alerts().request({ variantId, contacts, address: from });
    for (let count = 0; count < 20; count += 1) await asked([someAddress()], address);
    for (let count = 0; count < 12; count += 1) expect(await asked([email], address)).toBe("limited");
    for (let count = 0; count < 10; count += 1) expect(await asked([phone])).toBe("noted");
    for (let count = 0; count < 12; count += 1) expect(await asked([email, phone])).toBe("limited");
    expect(await asked([email])).toBe("noted");
  });

  it("are forgotten when they are older than that", async () => {
    const { variantId } = await soldOut();
    const contact = someAddress();
    await alerts().request({ variantId, contacts: [contact] });
    await shop().oldData.stockAlerts(new Date(Date.now() - DAY));
    expect(await alerts().ofEmail(contact)).toHaveLength(1);
    expect(await shop().oldData.stockAlerts(new Date(Date.now() + HOUR))).toBeGreaterThanOrEqual(1);
    expect(await alerts().ofEmail(contact)).toEqual([]);
  });

  it("that were mailed or refused keep their link, however old the request was", async () => {
    const { variantId } = await soldOut();
    const contact = someAddress();
    await alerts().request({ variantId, contacts: [contact] });
    await fixture().testShop.setStock(variantId, 1);
    const [mail] = await returned();
    const forgetOld = () => shop().oldData.stockAlerts(new Date(Date.now() + HOUR));
    await forgetOld();
    expect(await alerts().refuse(tokenOf(mail))).toBe(true);
    await forgetOld();
    expect(await alerts().refuse(tokenOf(mail))).toBe(true);
  });

  it("that are withdrawn are mailed no more, not even by what waits to be sent", async () => {
    const [told, other] = [await soldOut(), await soldOut()];
    const [contact, another] = [someAddress(), someAddress()];
    for (const { variantId } of [told, other]) await alerts().request({ variantId, contacts: [contact] });
    await fixture().testShop.setStock(told.variantId, 1);
    const [mail] = await returned();
    await alerts().request({ variantId: other.variantId, contacts: [another] });
    await fixture().testShop.setStock(other.variantId, 1);
    await alerts().deliver();
    expect(await alerts().refuse(tokenOf(mail))).toBe(true);
    expect((await mailsOf(shop())).map(({ recipient }) => recipient)).toEqual([another]);
  });

  it("keep the link of a mail for as long as its contact waits for something, and all links answer alike", async () => {
    const [first, second, waited] = [await soldOut(), await soldOut(), await soldOut()];
    const contact = someAddress();
    for (const { variantId } of [first, second, waited]) await alerts().request({ variantId, contacts: [contact] });
    for (const { variantId } of [first, second]) await fixture().testShop.setStock(variantId, 1);
    const tokens = (await returned()).map(tokenOf);
    expect(tokens).toHaveLength(2);
    const forgetMailed = () => shop().oldData.stockAlertLinks(new Date(Date.now() + DAY));
    await forgetMailed();
    for (const token of [...tokens, ...tokens]) expect(await alerts().refuse(token)).toBe(true);
    expect(await alerts().ofEmail(contact)).toEqual([]);
    await forgetMailed();
    for (const token of tokens) expect(await alerts().refuse(token)).toBe(false);
  });

  it("are mailed to the shop the day after, once, with a count of each variant", async () => {
    const [{ variantId }, back] = [await soldOut(), await soldOut()];
    await shop().oldData.stockAlerts(new Date(Date.now() + HOUR));
    await shop().oldData.stockAlertLinks(new Date());
    const clock = { now: Math.ceil(Date.now() / DAY) * DAY + 9 * DAY };
    const { stockAlerts, mailQueue, oldData } = await fixture().testShop.reopened({ now: () => new Date(clock.now) });
    await stockAlerts.request({ variantId, contacts: [someAddress(), somePhone()] });
    await stockAlerts.request({ variantId, contacts: [someAddress()] });
    const reports = async () => {
      await stockAlerts.report();
      return (await mailsOf({ mailQueue })).filter(({ kind }) => kind === "stock-awaited");
    };
    expect(await reports()).toEqual([]);
    // A phone to call about what is in stock waits for no stock.
    await stockAlerts.request({ variantId: back.variantId, contacts: [somePhone()] });
    await fixture().testShop.setStock(back.variantId, 1);
    clock.now += DAY;
    const [mail, ...more] = await reports();
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Vos clients attendent \(3\)\u00a0: Modèle/);
    expect(mail?.text).toMatch(/Modèle p-\w+, Noir, pointure 36\u00a0: 3, dont 1 par téléphone/);
    expect(await reports()).toEqual([]);
    await stockAlerts.request({ variantId, contacts: [someAddress()] });
    await fixture().testShop.setStock(variantId, 1);
    clock.now += DAY;
    expect(await reports()).toEqual([]);
    await oldData.stockAlerts(new Date(clock.now + 1));
  });

  it("of two processes at the same time mail one letter", async () => {
    const { variantId } = await soldOut();
    const contacts = Array.from({ length: 12 }, someAddress);
    for (const contact of [...contacts, somePhone(), somePhone()])
      await alerts().request({ variantId, contacts: [contact] });
    await fixture().testShop.setStock(variantId, 5);
    const other = await fixture().testShop.reopened({ now: () => new Date(Date.now() + 5_000) });
    await Promise.all([alerts().deliver(), other.stockAlerts.deliver(), alerts().deliver()]);
    // The later clock's mails are due later.
    const mails = [...(await mailsOf(other)), ...(await mailsOf(shop()))];
    expect(mails.filter(({ kind }) => kind === "stock-back-by-phone")).toHaveLength(1);
    const letters = mails.filter(({ kind }) => kind === "stock-back");
    expect(letters.map(({ recipient }) => recipient).sort()).toEqual(contacts.sort());
  });
});
