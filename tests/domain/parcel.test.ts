import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentOf } from "~/courier/yalidine/moment";
import { reasonForStaff, reasonInWords, stateOf } from "~/courier/yalidine/statuses";
import list from "~/courier/yalidine/statuses.json";
import { isOver, type ParcelEvent, parcelStates, stepsFor, storyOf } from "~/domain/delivery/parcel";
import { type OrderStatus, orderStatuses, statusSteps } from "~/domain/order/order";

/** What the courier's words do to an order. */

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));
const eventsOf = (...statuses: string[]): ParcelEvent[] =>
  statuses.map((status, minute) => ({ state: stateOf(status), at: at(minute) }));

describe("the courier's 36 statuses", () => {
  it("all mean something here, also in the other spellings that were seen", () => {
    expect(list.statuses).toHaveLength(36);
    const notice = readFileSync(join(import.meta.dirname, "../../app/courier/yalidine/NOTICE.md"), "utf8");
    expect(notice).toContain(`${list.statuses.length} parcel statuses and ${list.reasons.length} reasons`);
    for (const { yalidine, state } of list.statuses) expect(stateOf(yalidine), yalidine).toBe(state);
    expect(stateOf("Echec livraison")).toBe("delivery_failed");
    expect(stateOf(" LIVRE ")).toBe("delivered");
  });

  it("unknown ones mean nothing, and neither do texts that an object has by itself", () => {
    for (const status of ["", "Livré ?", "En orbite", "constructor", "__proto__"])
      expect(stateOf(status)).toBeUndefined();
    expect(stepsFor("confirmed", eventsOf("En orbite"))).toEqual([]);
  });

  it("reasons that concern the shopper are in plain French, those of the shop are not told", () => {
    expect(list.reasons.filter((reason) => reasonInWords(reason) !== undefined)).toEqual(list.reasons.slice(0, 16));
    expect(reasonInWords("Client ne répond pas")).toBe("pas de réponse au téléphone");
    for (const reason of ["", null, undefined, "Fausse déclaration"]) expect(reasonInWords(reason)).toBeUndefined();
    expect(reasonForStaff("Client ne répond pas")).toBe("pas de réponse au téléphone");
    expect(reasonForStaff("Fausse déclaration")).toBe("Fausse déclaration");
    for (const reason of ["", null, undefined]) expect(reasonForStaff(reason)).toBeUndefined();
  });
});

describe("where an order goes", () => {
  it.each<[string, OrderStatus, string[], OrderStatus[]]>([
    ["stays while the parcel is prepared", "confirmed", ["En préparation", "Prêt à expédier"], []],
    ["is shipped with the first step outside", "confirmed", ["En préparation", "Ramassé", "Transfert"], ["shipped"]],
    ["is delivered by way of shipped, whatever was not heard", "confirmed", ["Livré"], ["shipped", "delivered"]],
    ["is shipped once", "shipped", ["Vers Wilaya", "Centre", "Sorti en livraison", "Tentative échouée"], []],
    ["comes back", "shipped", ["Echèc livraison", "Retour vers vendeur", "Retourné au vendeur"], ["returned"]],
    ["waits while it comes back", "shipped", ["Echèc livraison", "Retour vers centre"], []],
    ["is returned after it was delivered", "delivered", ["Livré", "Retourné au vendeur"], ["returned"]],
    ["puts nothing back that the shop has not collected", "shipped", ["Retour à retirer", "Retour non retiré"], []],
    ["puts nothing back that was given up", "shipped", ["Echèc livraison", "Colis abandonné"], []],
    ["is not on its way again", "delivered", ["Livré", "Centre"], []],
    ["stays returned", "returned", ["Retourné au vendeur", "Livré"], []],
    ["stays cancelled", "cancelled", ["Expédié", "Livré"], []],
    ["is not moved by a problem", "confirmed", ["Bloqué", "En alerte"], []],
    ["is not cancelled by the courier", "confirmed", ["Annulé"], []],
    ["is confirmed by the shop alone", "pending", ["Livré"], []],
  ])("%s", (_, status, statuses, steps) => expect(stepsFor(status, eventsOf(...statuses))).toEqual(steps));

  it("is the same in whatever order things are heard, and only ever along the order's own steps", () => {
    const event = fc.record({
      state: fc.option(fc.constantFrom(...parcelStates), { nil: undefined }),
      at: fc.integer({ min: 0, max: 20 }).map(at),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...orderStatuses),
        fc
          .array(event, { maxLength: 12 })
          .chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }))),
        (status, [events, shuffled]) => {
          const steps = stepsFor(status, events);
          expect(stepsFor(status, shuffled)).toEqual(steps);
          let now = status;
          for (const step of steps) {
            expect(statusSteps[now]).toContain(step);
            expect(step).not.toBe("cancelled");
            now = step;
          }
        },
      ),
    );
  });

  it("what arrives one by one, in disorder, leads at least as far as all of it at once", () => {
    const late = eventsOf("Expédié", "Sorti en livraison", "Livré");
    let status: OrderStatus = "confirmed";
    for (let heard = 1; heard <= late.length; heard += 1)
      for (const step of stepsFor(status, [...late].reverse().slice(0, heard))) status = step;
    expect(status).toBe("delivered");
  });
});

describe("what the shopper reads", () => {
  it("is the newest first, each state once, without what nobody understands", () => {
    const events = eventsOf("En préparation", "Ramassé", "Transfert", "Expédié", "En orbite", "Centre", "Livré");
    expect(storyOf([...events].reverse())).toEqual([
      { label: "Livré", at: at(6) },
      { label: "En route", at: at(2) },
      { label: "Expédié", at: at(1) },
      { label: "Colis en préparation", at: at(0) },
    ]);
  });

  it("tells every attempt that failed for another reason", () => {
    const attempt = (minute: number, reason: string) => ({
      ...eventsOf("Tentative échouée")[0],
      reason,
      at: at(minute),
    });
    expect(storyOf([attempt(1, "a"), attempt(2, "a"), attempt(3, "b")] as ParcelEvent[])).toHaveLength(2);
  });

  it("is over when it has arrived, is back or will not go", () => {
    expect(isOver(eventsOf("Livré"))).toBe(true);
    expect(isOver(eventsOf("Livré", "Retour vers vendeur"))).toBe(false);
    expect(isOver(eventsOf("Retourné au vendeur", "En orbite"))).toBe(true);
    expect(isOver(eventsOf("Retour à retirer", "Colis abandonné"))).toBe(true);
    expect(isOver([])).toBe(false);
  });
});

it("the courier's moments are Algeria's, one hour ahead of UTC in winter and in summer", () => {
  expect(momentOf("2026-11-20 09:12:00")?.toISOString()).toBe("2026-11-20T08:12:00.000Z");
  expect(momentOf("2026-07-01 00:30:05")?.toISOString()).toBe("2026-06-30T23:30:05.000Z");
  expect(momentOf("2026-11-20T09:12")?.toISOString()).toBe("2026-11-20T08:12:00.000Z");
  for (const text of ["", "hier", "2026-02-31 10:00:00", "2026-11-20 25:00:00", "2026-11-20", "0000-00-00 00:00:00"])
    expect(momentOf(text), text).toBeUndefined();
});
