import { describe, expect, it } from "vitest";
import {
  actionOf,
  actionsFor,
  cancelForm,
  cancelReasons,
  noteForm,
  orderActions,
  reasonWords,
  seesLabel,
  seesPhone,
} from "~/domain/office/order-actions";
import { orderFilterOf, readOrderListQuery } from "~/domain/office/order-filter";
import { readLines } from "~/domain/office/order-lines-form";
import { staffRoles } from "~/domain/office/role";
import { heldSteps, orderStatuses, statusSteps } from "~/domain/order/order";
import { parseValues } from "~/forms/parse-form.server";

const parcelIn = (state: string, holdsPairs = false) => ({ state, holdsPairs });

describe("what can be done with an order", () => {
  it("is what its status allows, by the role that does it", () => {
    const rows = orderStatuses.map((status) => [status, ...staffRoles.map((role) => actionsFor({ status }, role))]);
    expect(rows).toEqual([
      ["pending", ["confirmed", "cancelled", "edit"], ["confirmed", "cancelled", "edit"], []],
      ["confirmed", ["shipped", "cancelled"], ["cancelled"], ["shipped"]],
      ["shipped", ["delivered", "returned"], [], ["delivered", "returned"]],
      ["delivered", ["returned"], [], ["returned"]],
      ["returned", [], [], []],
      ["cancelled", [], [], []],
    ]);
    for (const status of orderStatuses)
      for (const action of actionsFor({ status, parcel: parcelIn("posted") }, "owner"))
        if (action !== "edit") expect(statusSteps[status]).toContain(action);
  });

  it("announces again the parcel that the courier refused, and edits nobody who is to be forgotten", () => {
    expect(actionsFor({ status: "confirmed", parcel: parcelIn("refused") }, "packer")).toEqual(["retry", "shipped"]);
    expect(actionsFor({ status: "shipped", parcel: parcelIn("refused") }, "packer")).not.toContain("retry");
    // Its address is corrected first, where that is why.
    expect(actionsFor({ status: "confirmed", parcel: parcelIn("refused") }, "caller")).toEqual(["cancelled", "edit"]);
    for (const parcel of [parcelIn("waiting"), parcelIn("posted")])
      expect(actionsFor({ status: "confirmed", parcel }, "owner")).not.toContain("edit");
    expect(actionsFor({ status: "pending", isForgotten: true }, "owner")).toEqual(["confirmed", "cancelled"]);
  });

  it("says what became of a cancelled order whose parcel has its pairs", () => {
    const parcel = parcelIn("posted", true);
    expect(actionsFor({ status: "cancelled", parcel }, "packer")).toEqual(heldSteps);
    expect(actionsFor({ status: "cancelled", parcel: parcelIn("posted") }, "packer")).toEqual([]);
    // The courier has delivered it all the same.
    expect(actionsFor({ status: "returned", parcel }, "packer")).toEqual(["delivered"]);
  });

  it("has a word in forms for each action", () => {
    for (const [action, { value = "" }] of Object.entries(orderActions))
      expect(actionOf(value)).toBe(action === "edit" ? undefined : action);
    for (const value of ["", "edit", "constructor", "confirmed"]) expect(actionOf(value)).toBeUndefined();
  });

  it("shows phones to who packs from dispatch on only", () => {
    const seen = orderStatuses.filter((status) => seesPhone("packer", status));
    expect(seen).toEqual(["shipped", "delivered", "returned"]);
    for (const status of orderStatuses) expect(seesPhone("caller", status)).toBe(true);
  });

  it("shows the label to who packs once the order is confirmed, and not of one that is cancelled", () => {
    const seen = orderStatuses.filter((status) => seesLabel("packer", status));
    expect(seen).toEqual(["confirmed", "shipped", "delivered", "returned"]);
    for (const status of orderStatuses) expect(seesLabel("owner", status)).toBe(true);
  });
});

describe("why an order is cancelled", () => {
  const parse = (motif: string, precision = "") => parseValues({ motif, precision }, cancelForm);

  it("is one of the reasons, in its own words where it is none of them", () => {
    for (const motif of Object.keys(cancelReasons)) expect(parse(motif, "38").errors).toEqual({});
    for (const motif of ["", "rien", "constructor", "toString"]) expect(parse(motif).errors.motif).toBeTruthy();
    expect(parse("autre").errors).toEqual({ precision: "Précisez la raison" });
    expect(parse("stock", "x".repeat(201)).errors.precision).toMatch(/trop longue/);
    expect(reasonWords({ motif: "stock", precision: "pointure 38" })).toBe("Plus en stock\u00a0: pointure 38");
    expect(reasonWords({ motif: "doublon", precision: "" })).toBe("Doublon");
    expect(reasonWords({ motif: "autre", precision: "Déménage" })).toBe("Déménage");
  });

  it("asks for the words of a note", () => {
    expect(parseValues({ note: " " }, noteForm).errors.note).toBe("Écrivez la note");
    expect(parseValues({ note: "x".repeat(1001) }, noteForm).errors.note).toMatch(/trop longue/);
  });
});

describe("the filters of the list", () => {
  const filter = (query: string) => orderFilterOf(readOrderListQuery(new URLSearchParams(query)));

  it("are read from the address; days are Algeria's, the last one included", () => {
    expect(
      filter("q=+Benali+&statut=en-attente&appel=ne-repond-pas&colis=probleme&wilaya=31&qui=ab1&reserve=oui"),
    ).toEqual({
      search: "Benali",
      status: "pending",
      lastCall: "no-answer",
      parcel: "probleme",
      wilayaId: 31,
      staffId: "ab1",
      toReserve: true,
    });
    expect(filter("depuis=2026-11-01&jusque=2026-11-02")).toEqual({
      since: new Date("2026-10-31T23:00:00Z"),
      until: new Date("2026-11-02T23:00:00Z"),
    });
  });

  it("leave out what is none", () => {
    expect(
      filter("q=&statut=pending&appel=x&colis=constructor&wilaya=-1&depuis=hier&jusque=2026-02-30&qui=%27&reserve=1"),
    ).toEqual({});
  });

  it("search by the first 100 characters of a long text, since without a search all orders are found", () => {
    expect(filter(`q=${"x".repeat(99)}\u{1f45f}${"y".repeat(900)}`)).toEqual({ search: "x".repeat(99) });
  });
});

describe("the lines of an edited order", () => {
  const line = (quantite: string, prix = "4 500", variante = "a") => ({ variante, quantite, prix });
  const read = (...lines: ReturnType<typeof line>[]) =>
    readLines(
      lines,
      lines.map(() => ["a", "b"]),
    );

  it("are read as people type amounts", () => {
    expect(read(line("2", "4 500"), line("0", "0", "b"))).toEqual({
      lines: [
        { variantId: "a", quantity: 2, price: 4500 },
        { variantId: "b", quantity: 0, price: 0 },
      ],
      errors: {},
    });
  });

  it("are read in Arabic digits", () => {
    expect(read(line("٢", "٤ ٥٠٠")).lines).toEqual([{ variantId: "a", quantity: 2, price: 4500 }]);
  });

  it("are refused beside the field that is wrong", () => {
    for (const wrong of ["", "-1", "1.5", "1e3", "100", "NaN"])
      expect(Object.keys(read(line(wrong)).errors), wrong).toEqual(["quantite-0"]);
    for (const wrong of ["", "-1", "12,50", "999999", "1e3"])
      expect(Object.keys(read(line("1", wrong)).errors), wrong).toEqual(["prix-0"]);
    expect(Object.keys(read(line("1", "1", "c")).errors)).toEqual(["variante-0"]);
    expect(Object.keys(read(line("0"), line("0")).errors)).toEqual(["quantite-0"]);
    expect(Object.keys(read(line("1", "10"), line("1", "20")).errors)).toEqual(["prix-1"]);
    expect(read(line("1", "10"), line("1", "10")).errors).toEqual({});
  });
});
