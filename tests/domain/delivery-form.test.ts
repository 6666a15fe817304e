import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliveryForm } from "~/domain/delivery/delivery-form";
import { deliveryFields, emptyView, isUntouched, noOffer, noValues, shownFee } from "~/domain/delivery/delivery-view";

const reach = { wilayas: ["16", "31"], communes: ["3101", "3103"], pickupPoints: ["310101"], refused: {} };
const home = deliveryForm("home", reach).schema;
const pickupPoint = deliveryForm("pickup", reach).schema;

const valid = {
  nom: "Benali",
  prenom: "Samira",
  telephone: "0550123456",
  wilaya: "31",
  commune: "3101",
  relais: "",
  adresse: "12, rue Larbi Ben M'hidi",
  remarque: "",
};

/** The first message of each field. */
function messages(schema: typeof home, typed: Record<string, unknown>): Record<string, string> {
  const parsed = schema.safeParse(typed);
  const found: Record<string, string> = {};
  if (!parsed.success) for (const issue of parsed.error.issues) found[String(issue.path[0])] ??= issue.message;
  return found;
}

describe("the delivery form", () => {
  it("takes what is complete, as a recipient", () => {
    expect(home.parse(valid)).toMatchObject({ nom: "Benali", telephone: "0550123456", wilaya: 31, commune: 3101 });
  });

  it("says everything that is missing at once, to the letter of section 5", () => {
    expect(messages(home, {})).toEqual({
      nom: "Le nom est requis",
      prenom: "Le prénom est requis",
      telephone: "Le téléphone est requis",
      wilaya: "La wilaya est requise",
      commune: "La commune est requise",
      adresse: "L'adresse est requise",
    });
    expect(deliveryForm("home").missing).toBe("Veuillez remplir tous les champs obligatoires");
  });

  it.each(["", "   ", "\u200b", "\u202e\u202c", "...", "-", "\n\t"])("a name of %j is missing", (nom) => {
    expect(messages(home, { ...valid, nom })).toEqual({ nom: "Le nom est requis" });
  });

  it.each(["Benali", "بن علي", "O'Hara", "Ben\u00a0Ali", "X"])("a name of %j is a name", (nom) => {
    expect(messages(home, { ...valid, nom })).toEqual({});
  });

  it("keeps a name on one line", () => {
    expect(home.parse({ ...valid, nom: "  Ben\n\t Ali " }).nom).toBe("Ben Ali");
  });

  it("reads a phone in any spelling, and says of which number it is none", () => {
    expect(home.parse({ ...valid, telephone: "+213 550 12 34 56" }).telephone).toBe("0550123456");
    expect(messages(home, { ...valid, telephone: "12 34" })).toEqual({
      telephone: "Numéro invalide (ex: 0550123456)",
    });
  });

  it("refuses a commune of another wilaya, and what is no id", () => {
    for (const commune of ["1601", "03101", "3101 ", "3101.0", "", "NaN"])
      expect(messages(home, { ...valid, commune })).toEqual({ commune: "La commune est requise" });
    expect(messages(home, { ...valid, wilaya: "59" })).toEqual({ wilaya: "La wilaya est requise" });
  });

  it("needs an address to the door and a pickup point at a pickup point", () => {
    expect(messages(home, { ...valid, adresse: " \n " })).toEqual({ adresse: "L'adresse est requise" });
    expect(messages(pickupPoint, { ...valid, adresse: "", relais: "310101" })).toEqual({});
    expect(messages(pickupPoint, { ...valid, relais: "160101" })).toEqual({ relais: "Choisissez un point relais" });
    expect(home.parse({ ...valid, relais: "310101" }).relais).toBeUndefined();
  });

  it.each([
    ["nom", 60],
    ["prenom", 60],
    ["adresse", 200],
    ["remarque", 500],
  ])("%s holds %i characters and not one more", (field, limit) => {
    expect(messages(home, { ...valid, [field]: "a".repeat(limit) })).toEqual({});
    expect(messages(home, { ...valid, [field]: "a".repeat(limit + 1) })[field]).toContain(
      `\u00a0: ${limit + 1} caractères, ${limit} au plus`,
    );
  });

  it("names a place that nothing goes to, and then asks for no commune", () => {
    const nowhere = (refused: { wilaya?: string; commune?: string }) =>
      messages(deliveryForm("home", { ...reach, refused }).schema, { ...valid, commune: "" });
    expect(nowhere({ wilaya: "Pas ici" })).toEqual({ wilaya: "Pas ici" });
    expect(nowhere({ commune: "Pas là" })).toEqual({ commune: "Pas là" });
  });

  it("in the browser knows no places: that they are chosen is enough", () => {
    const { schema } = deliveryForm("home");
    expect(messages(schema, { ...valid, wilaya: "59", commune: "1" })).toEqual({});
    expect(messages(schema, { ...valid, wilaya: "", commune: "" })).toEqual({
      wilaya: "La wilaya est requise",
      commune: "La commune est requise",
    });
    // The pickupPoint is in the value of "mode" there.
    expect(messages(deliveryForm("pickup").schema, { ...valid, adresse: "", relais: undefined })).toEqual({});
  });

  it("answers whatever is typed with a recipient or with messages", () => {
    const anything = fc.record(
      Object.fromEntries(Object.keys(valid).map((field) => [field, fc.string({ unit: "binary", maxLength: 80 })])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anything, fc.boolean(), (typed, toPickupPoint) => {
        const parsed = (toPickupPoint ? pickupPoint : home).safeParse(typed);
        if (parsed.success) expect(parsed.data.telephone).toMatch(/^0\d{8,9}$/);
        else expect(parsed.error.issues.every((issue) => /^\p{L}/u.test(issue.message))).toBe(true);
      }),
    );
  });
});

describe("the fee that was shown", () => {
  it("says for which commune and way it was", () => {
    expect(shownFee("3101", "domicile", { home: 500, pickup: 300 })).toBe("3101-domicile-500");
    expect(shownFee("3101", "relais", { home: 500, pickup: 300 })).toBe("3101-relais-300");
  });
  it("is empty while none is known", () => {
    expect(shownFee("", "domicile", null)).toBe("");
    expect(shownFee("3101", "relais", { home: 500 })).toBe("");
  });
});

describe("a form that is drawn once for everybody", () => {
  it("is the empty one", () => {
    expect(isUntouched(emptyView)).toBe(true);
  });

  it("is none that somebody has written into, that says what is wrong, or that has a key", () => {
    for (const field of deliveryFields) {
      expect(isUntouched({ ...emptyView, values: { ...noValues, [field]: "x" } }), field).toBe(false);
      expect(isUntouched({ ...emptyView, errors: { [field]: "x" } }), field).toBe(false);
    }
    expect(isUntouched({ ...emptyView, offer: { ...noOffer, cle: "x" } })).toBe(false);
  });
});
