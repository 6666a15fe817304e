import { describe, expect, it } from "vitest";
import { courierOf } from "~/courier/served-wilayas.server";
import { tableCourier } from "~/courier/table.server";
import { feesAcross } from "~/domain/delivery/delivery-line";
import { describeShop } from "./describe-shop";

describe("the built-in rate table", () => {
  const courier = tableCourier();
  const communes = courier.wilayas().flatMap((wilaya) => courier.communes(wilaya.id));

  it("knows the courier's 58 wilayas and 1,541 communes", () => {
    expect(courier.wilayas().map((wilaya) => wilaya.id)).toEqual(Array.from({ length: 58 }, (_, index) => index + 1));
    expect(communes).toHaveLength(1_541);
    expect(new Set(communes.map((commune) => commune.id)).size).toBe(1_541);
    for (const commune of communes) expect(Math.trunc(commune.id / 100)).toBe(commune.wilayaId);
    for (const wilaya of courier.wilayas()) {
      const { length } = courier.communes(wilaya.id);
      expect(length).toBeGreaterThanOrEqual(2);
      expect(length).toBeLessThanOrEqual(67);
    }
  });

  it("knows the law's eleven others by the wilaya whose communes they took", () => {
    // The courier spells some names otherwise ("Aïn Oussara"); this is what spellings share.
    const bare = (name: string) =>
      name
        .normalize("NFD")
        .toLowerCase()
        .replace(/\bel\b|[^b-df-hj-np-tv-xz]/g, "");
    const newer = courier.wilayas().flatMap(({ id, newer = [] }) => newer.map((name) => ({ id, name })));
    expect(newer).toHaveLength(11);
    for (const { id, name } of newer)
      expect(
        courier.communes(id).map((commune) => bare(commune.name)),
        name,
      ).toContain(bare(name));
  });

  it("leaves those to the courier that it lists by itself, however it spells them", () => {
    const served = courier.wilayas().map(({ id, name }) => ({ id, name, communes: [], pickupPoints: [] }));
    const listed = [
      { id: 59, name: "AFLOU" },
      { id: 60, name: "Ain Oussera" },
    ].map((wilaya) => ({ ...wilaya, communes: [], pickupPoints: [] }));
    const newerOf = (wilaya: number) =>
      courierOf([...served, ...listed])
        .wilayas()
        .find(({ id }) => id === wilaya)?.newer;
    expect([newerOf(3), newerOf(17), newerOf(5)]).toEqual([undefined, ["Messaad"], ["Barika"]]);
  });

  it("sorts communes as a French reader looks for them", () => {
    const names = courier.communes(31).map((commune) => commune.name);
    expect(names).toEqual([...names].sort(new Intl.Collator("fr").compare));
    expect(names.indexOf("Aïn El Bia")).toBeLessThan(names.indexOf("Arzew"));
  });

  it("has a price for every commune, and a pickup point's exactly where there is one", () => {
    let pickupPoints = 0;
    for (const { id, wilayaId, hasPickupPoint } of communes) {
      const rate = courier.rate(wilayaId, id);
      const here = courier.pickupPoints(id);
      expect(rate?.home).toBeGreaterThanOrEqual(500);
      expect(rate?.pickup !== undefined).toBe(hasPickupPoint);
      expect(here.length > 0).toBe(hasPickupPoint);
      for (const pickupPoint of here) expect(pickupPoint.communeId).toBe(id);
      pickupPoints += here.length;
    }
    expect(pickupPoints).toBe(190);
  });

  it("adds the commune's supplement, and carries heavy parcels south for more", () => {
    // Oran itself; Tamest in the wilaya of Adrar: 1400 + 300.
    expect(courier.rate(31, 3101)).toEqual({
      home: 500,
      pickup: 300,
      oversizePerKg: 50,
      codPercentage: 0.75,
      insurancePercentage: 0.75,
    });
    expect(courier.rate(1, 102)).toMatchObject({ home: 1_700, oversizePerKg: 100 });
    expect(courier.rate(1, 102)).not.toHaveProperty("pickup");
    expect(courier.rate(11, 1101)?.oversizePerKg).toBe(100);
  });
});

describeShop("the courier service", (fixture) => {
  const service = () => fixture().testShop.shop.courier;

  it("quotes by way of delivery, and nothing for places that do not belong together", async () => {
    const fees = { codFee: 75, insuranceFee: 0, deliveryTime: 7 };
    expect(await service().quote({ wilayaId: 31, communeId: 3101 }, 1, 10_000)).toEqual({
      home: { deliveryFee: 500, totalFee: 500, ...fees },
      pickup: { deliveryFee: 300, totalFee: 300, ...fees },
    });
    expect(await service().quote({ wilayaId: 1, communeId: 102 }, 1, 10_000)).toEqual({
      home: { deliveryFee: 1_700, totalFee: 1_700, ...fees },
    });
    expect(await service().quote({ wilayaId: 16, communeId: 3101 }, 1, 10_000)).toBeUndefined();
  });

  it("tells of every wilaya between which fees its communes are", async () => {
    const all = await service().wilayaFees(1, 10_000);
    expect(all?.size).toBe(58);
    for (const wilaya of [1, 16, 31]) {
      const quotes = await service().quotes(wilaya, 1, 10_000);
      expect(all?.get(wilaya)).toEqual(feesAcross(quotes?.values() ?? []));
    }
    expect(all?.get(31)).toMatchObject({ home: { least: 500 }, pickup: { least: 300 } });
    expect((await service().wilayaFees(5, 10_000))?.get(31)?.home.least).toBe(550);
  });

  it("names every place as the table does", async () => {
    const table = tableCourier();
    expect(await service().wilayas()).toEqual(table.wilayas());
    for (const wilaya of [1, 16, 31]) expect(await service().communes(wilaya)).toEqual(table.communes(wilaya));
    for (const commune of [3101, 102])
      expect(await service().pickupPoints(commune)).toEqual(table.pickupPoints(commune));
  });

  it("knows nothing of what does not exist", async () => {
    for (const wilaya of [0, 59, 1.5, Number.NaN, -1])
      expect(await service().communes(wilaya), `${wilaya}`).toEqual([]);
    for (const commune of [0, 9_999, 1.5, Number.NaN]) {
      expect(await service().pickupPoints(commune), `${commune}`).toEqual([]);
      expect(await service().quote({ wilayaId: 31, communeId: commune }, 1, 1), `${commune}`).toBeUndefined();
    }
  });

  it("quotes for no pair what it quotes for one", async () => {
    const [none, first] = [0, 1].map((pairs) => service().quote({ wilayaId: 31, communeId: 3101 }, pairs, 0));
    expect(await none).toEqual(await first);
  });

  it("stacks the boxes of several pairs", async () => {
    // 30 × 20 × 10 cm count as 1.2 kg, so five pairs are 6 kg, one above the free five.
    const four = await service().quote({ wilayaId: 31, communeId: 3101 }, 4, 1);
    const five = await service().quote({ wilayaId: 31, communeId: 3101 }, 5, 1);
    expect(four?.home.deliveryFee).toBe(500);
    expect(five?.home.deliveryFee).toBe(550);
  });

  it("gives copies, so that a page cannot change the table", async () => {
    (await service().wilayas()).pop();
    (await service().communes(31)).pop();
    expect(await service().wilayas()).toHaveLength(58);
    expect(await service().communes(31)).toHaveLength(26);
  });
});
