import { expect, it } from "vitest";
import type { MailKind } from "~/domain/mails/kinds";
import { newAccount } from "../support/shop/accounts";
import { lineOf, newPhone, ordered } from "../support/shop/orders";
import { nadia } from "../support/shop/staff";
import { requestFor, setStatus, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

const letterhead = {
  siteUrl: "https://boutique.example",
  office: "https://gestion.example",
  inbox: "boutique@boutique.example",
  phone: undefined,
};

describeShopHere("backOffice", "letters to the shop", (fixture) => {
  const testShop = () => fixture().testShop;
  const opened = (orders: boolean, now = () => new Date()) =>
    testShop().reopened({ letterhead, orderLetters: orders, now });
  const mails = (kind: MailKind) =>
    testShop()
      .database.db.selectFrom("mails")
      .select(["recipient", "subject", "text", "html"])
      .where("kind", "=", kind)
      .execute();
  const wanted = async (recipient = someone) => {
    return requestFor(testShop().shop, [lineOf(await testShop().product([5]), 2)], { recipient });
  };

  it("are written for each order, once, where that is set", async () => {
    await opened(false).orders.place(await wanted());
    expect(await mails("order-for-shop")).toEqual([]);
    const shop = opened(true);
    const request = await wanted({ ...someone, lastName: "<b>Benali</b>" });
    await Promise.all([shop.orders.place(request), shop.orders.place(request), shop.orders.place(request)]);
    const [mail, ...others] = await mails("order-for-shop");
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe(letterhead.inbox);
    expect(mail?.subject).toMatch(/^Commande n°\u00a0\S+\u00a0: 2 paires, /);
    expect(mail?.text).toContain("https://gestion.example/gestion/commandes/");
    expect(mail?.html).not.toContain("<b>Benali");
    const number = /\/gestion\/commandes\/(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const events = (await shop.office.orderPage(number))?.events ?? [];
    expect(events.filter(({ kind }) => kind === "mail")).toEqual([
      { kind: "mail", at: expect.any(Date), mail: "order-for-shop", state: "waiting" },
    ]);
  });

  it("say where staff took an order down", async () => {
    const { key, lines, recipient, shownFee } = await wanted({ ...someone, phone: "0770000001" });
    await opened(true).office.takeDownOrder({ key, lines, recipient, shownFee, channel: "instagram" }, nadia);
    expect((await mails("order-for-shop")).filter(({ text }) => text.includes("Instagram"))).toHaveLength(1);
  });

  it("leave with the order: none is written of one that is not placed", async () => {
    const before = (await mails("order-for-shop")).length;
    const request = { ...(await wanted()), shownFee: 1 };
    expect((await opened(true).orders.place(request)).outcome).toBe("changed");
    expect(await mails("order-for-shop")).toHaveLength(before);
  });

  it("that wait go with an order that its shopper cancels, and so does the shopper's own", async () => {
    const shop = opened(true);
    const { account } = await newAccount(shop);
    const waiting = async () => [...(await mails("order-for-shop")), ...(await mails("order-received"))].length;
    const before = await waiting();
    const request = { ...(await wanted({ ...someone, phone: "0770000002" })), visitor: account.id };
    const result = await shop.orders.place(request);
    if (result.outcome !== "placed") throw new Error(result.outcome);
    expect(await waiting()).toBe(before + 2);
    expect(await shop.orders.cancel(result.order.number, account.id)).toBe("cancelled");
    expect(await waiting()).toBe(before);
  });

  it("sum the day before up from that hour on, once for two processes", async () => {
    const at = (text: string) => opened(false, () => new Date(text));
    const noon = at("2030-03-04T12:00:00+01:00");
    const numbers: string[] = [];
    for (const phone of [newPhone(), newPhone()])
      numbers.push((await ordered(testShop(), { shop: noon, quantity: 2, recipient: { phone } })).number);
    await setStatus(noon, numbers[0] ?? "", "confirmed");

    await at("2030-03-05T07:59:00+01:00").office.mailSummary(8);
    expect(await mails("day-summary")).toEqual([]);
    const eight = at("2030-03-05T08:00:00+01:00");
    await Promise.all([eight, at("2030-03-05T08:00:01+01:00")].map(({ office }) => office.mailSummary(8)));
    await at("2030-03-05T23:00:00+01:00").office.mailSummary(8);
    const [mail, ...others] = await mails("day-summary");
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^4 mars 2030\u00a0: 2 commandes, /);
    expect(mail?.text).toMatch(/En attente\u00a0: 1 .*\nConfirmée\u00a0: 1 /);
    expect(mail?.text).toContain("À appeler\u00a0: ");
    expect(mail?.text).toContain("https://gestion.example/gestion");
    // A day without orders has its letter as well.
    await at("2030-03-07T08:00:00+01:00").office.mailSummary(8);
    expect((await mails("day-summary")).map(({ subject }) => subject)).toContain("6 mars 2030\u00a0: aucune commande");
  });
});
