import { HtmlValidate } from "html-validate";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import DeliveryFields from "~/components/forms/delivery-fields";
import { deliveryProblems } from "~/components/forms/delivery-problems";
import { ErrorSummary } from "~/components/forms/error-summary";
import { Field } from "~/components/forms/field";
import { DefaultSubmit, SubmitButton } from "~/components/forms/submit-button";
import { wilayaOptions } from "~/components/forms/wilaya-options";
import { type DeliveryView, noOffer, noValues } from "~/domain/delivery/delivery-view";

/** What the forms say without a script: names, descriptions, order (PE-2, PE-4, PE-7). */

const empty: DeliveryView = {
  values: { ...noValues },
  errors: {},
  wilayas: [
    { id: 1, name: "Adrar" },
    { id: 31, name: "Oran" },
  ],
  offer: { ...noOffer },
};
const chosen: DeliveryView = {
  ...empty,
  values: { ...noValues, nom: "Benali", wilaya: "31", commune: "3101" },
  offer: {
    communes: [
      { id: 3103, name: "Bir El Djir", fee: 600 },
      { id: 3101, name: "Oran", fee: 500 },
    ],
    pickupPoints: [
      { id: 310101, name: "Agence Oran", address: "1, rue de la Gare" },
      { id: 310102, name: "Agence Est", address: "2, boulevard" },
    ],
    quote: { home: 500, pickup: 300 },
    tarifs: "fingerprint",
    cle: "key",
  },
};

const draw = ({ wilayas, ...view }: DeliveryView) =>
  renderToStaticMarkup(<DeliveryFields view={view} wilayas={wilayaOptions(wilayas)} pairs={2} amount={9800} />);
const plain = (html: string) => html.replace(/[\u202f\u00a0]/g, " ").replace(/&#x27;/g, "'");

/** The opening tag of the control of this id. */
function control(html: string, id: string): string {
  return new RegExp(`<[a-z]+ [^>]*id="${id}"[^>]*>`).exec(html)?.[0] ?? "";
}

describe("DeliveryFields", () => {
  it("has every field with its exact label and its token", () => {
    const html = draw(empty);
    const labels = [...html.matchAll(/<label class="label"[^>]*>([^<]*)</g)].map(([, label]) => label);
    expect(labels).toEqual(["Nom", "Prénom", "Téléphone", "Wilaya", "Commune", "Adresse", "Remarque"]);
    const expected: Record<string, string[]> = {
      nom: ['autoComplete="family-name"', 'placeholder="Votre nom"', "required"],
      prenom: ['autoComplete="given-name"', 'placeholder="Votre prénom"', "required"],
      telephone: ['type="tel"', 'inputMode="tel"', 'autoComplete="tel"', 'placeholder="0550123456"'],
      wilaya: ['autoComplete="address-level1"', "required"],
      commune: ['autoComplete="address-level2"', "disabled"],
      adresse: ['autoComplete="street-address"'],
    };
    for (const [field, parts] of Object.entries(expected))
      for (const part of parts) expect(control(html, `livraison-${field}`).toLowerCase()).toContain(part.toLowerCase());
  });

  it("says beside the phone how it begins, in words that can be read out", () => {
    expect(draw(empty)).toContain(
      '<p class="hint" id="livraison-telephone-description">05, 06 ou 07 et 8 chiffres</p>',
    );
  });

  it("asks for the wilaya first, with a button that needs no script", () => {
    const html = plain(draw(empty));
    expect(html).toContain(">31 – Oran</option>");
    expect(html).toContain(">Selon la wilaya choisie</option>");
    expect(html).toMatch(
      /<button type="submit" name="intent" value="communes" formnovalidate=""[^>]*>Afficher les communes</,
    );
    expect(html).not.toContain("À payer à la livraison");
  });

  it("shows the fee of every commune, of the chosen one, and the sum", () => {
    const html = plain(draw(chosen));
    expect(html).toContain(">Bir El Djir – 600 DA</option>");
    expect(html).toMatch(/<dt>Livraison<\/dt><dd>500 DA<\/dd>/);
    expect(html).toMatch(/<dt>À payer à la livraison<\/dt><dd>10 300 DA<\/dd>/);
    expect(html).toContain('name="frais" value="3101-domicile-500"');
    expect(html).toContain('name="tarifs" value="fingerprint"');
    expect(html).toContain('name="cle" value="key"');
  });

  it("shows from which to which fee and sum the listed communes go, and posts no sum, until one is chosen", () => {
    const listed = { ...chosen, values: { ...chosen.values, commune: "" } };
    const offer = { ...chosen.offer, pickupPoints: [], quote: null };
    const html = plain(draw({ ...listed, offer }));
    expect(html).toMatch(/<dt>Livraison<\/dt><dd>de 500 DA à 600 DA<\/dd>/);
    expect(html).toMatch(/<dt>À payer à la livraison<\/dt><dd>de 10 300 DA à 10 400 DA<\/dd>/);
    expect(html).not.toContain('name="total"');
    const equal = plain(
      draw({ ...listed, offer: { ...offer, communes: offer.communes.map((commune) => ({ ...commune, fee: 600 })) } }),
    );
    expect(equal).toMatch(/<dt>Livraison<\/dt><dd>600 DA<\/dd>/);
    expect(equal).toMatch(/<dt>À payer à la livraison<\/dt><dd>10 400 DA<\/dd>/);
    expect(equal).toContain('name="total" value="10400"');
    const [first = { id: 0, name: "" }] = offer.communes;
    const unknown = draw({
      ...listed,
      offer: { ...offer, communes: [...offer.communes, { id: first.id, name: first.name }] },
    });
    expect(unknown).toContain("selon la commune");
    expect(unknown).not.toContain("À payer");
  });

  it("offers the pickup points with address and fee, to the door by default", () => {
    const html = plain(draw(chosen));
    expect(html).toContain("Mode de livraison");
    expect(html).toContain("Agence Oran, 1, rue de la Gare");
    const radios = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([tag]) => tag);
    expect(radios.map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual([
      "domicile",
      "relais-310101",
      "relais-310102",
    ]);
    expect(radios.map((tag) => tag.includes("checked"))).toEqual([true, false, false]);
  });

  it("keeps the pickup point that was chosen, and its fee", () => {
    const html = plain(draw({ ...chosen, values: { ...chosen.values, mode: "relais", relais: "310102" } }));
    expect(/<input[^>]*checked[^>]*>/.exec(html)?.[0]).toContain("relais-310102");
    expect(html).toMatch(/<dt>Livraison<\/dt><dd>300 DA<\/dd>/);
    expect(control(html, "livraison-adresse")).not.toContain("required");
  });

  it("leaves the choice out where there is no pickup point", () => {
    const html = draw({ ...chosen, offer: { ...chosen.offer, pickupPoints: [], quote: { home: 600 } } });
    expect(html).not.toContain('type="radio"');
  });

  it("describes every field in error by words that exist", () => {
    const errors = {
      nom: "Le nom est requis",
      telephone: "Le téléphone est requis",
      wilaya: "La wilaya est requise",
      commune: "La commune est requise",
    };
    const view = { ...empty, errors };
    const html = plain(draw(view));
    for (const { id, message } of deliveryProblems(view)) {
      const tag = control(html, id ?? "");
      expect(tag).toContain('aria-invalid="true"');
      const words = (/aria-describedby="([^"]*)"/.exec(tag)?.[1] ?? "")
        .split(" ")
        .map((described) => new RegExp(`id="${described}"[^>]*>([^<]*)<`).exec(html)?.[1]);
      expect(words).toContain(message);
    }
    // A closed list cannot be gone to: its message leads to the list that opens it.
    expect(deliveryProblems(view).map(({ id }) => id)).toEqual([
      "livraison-nom",
      "livraison-telephone",
      "livraison-wilaya",
      "livraison-wilaya",
    ]);
    // As the radios that are at fault, of which it is the first.
    const undecided = { ...chosen, errors: { relais: "Choisissez un point relais" } };
    const [{ id = "" } = {}] = deliveryProblems(undecided);
    expect(id).toMatch(/^livraison-mode-\d+$/);
    const radio = (name: string) => new RegExp(`<input id="${name}"[^>]*>`).exec(draw(undecided))?.[0];
    expect(radio(id)).toContain('aria-invalid="true" aria-describedby="livraison-relais-error"');
    expect(radio("livraison-mode")).not.toContain("aria-");
  });

  it.each([
    ["empty", empty],
    ["chosen", chosen],
    ["refused", { ...empty, errors: { nom: "Le nom est requis", commune: "La commune est requise" } }],
  ] as const)("is valid HTML, %s", async (_, view) => {
    const { results } = await new HtmlValidate({ extends: ["html-validate:standard"] }).validateString(
      `<form id="livraison" method="post" action="/checkout">${draw(view)}</form>`,
    );
    const ignored = new Set(["void-style", "attribute-boolean-style", "attribute-empty-style", "no-raw-characters"]);
    const found = results.flatMap(({ messages }) => messages.filter(({ ruleId }) => !ignored.has(ruleId)));
    expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});

describe("the other parts of a form", () => {
  it("Field: label, hint, error, control, in this order", () => {
    const html = renderToStaticMarkup(
      <Field id="x" label="Nom" hint="Aide" error="Le nom est requis">
        {(props) => <input {...props} name="x" />}
      </Field>,
    );
    expect(html.indexOf("<label")).toBeLessThan(html.indexOf("Aide"));
    expect(html.indexOf("Aide")).toBeLessThan(html.indexOf("Le nom est requis"));
    expect(html.indexOf("Le nom est requis")).toBeLessThan(html.indexOf("<input"));
    expect(html).toContain('aria-describedby="x-error x-description"');
  });

  it("Field: nothing is described by nothing", () => {
    const html = renderToStaticMarkup(
      <Field id="x" label="Nom">
        {(props) => <input {...props} name="x" />}
      </Field>,
    );
    expect(html).not.toContain("aria-");
  });

  it("ErrorSummary: has the focus without a script, and links to the fields", () => {
    const html = renderToStaticMarkup(
      <ErrorSummary intro="Veuillez" problems={[{ id: "x", message: "Le nom est requis" }, { message: "Autre" }]} />,
    );
    expect(html).toMatch(/^<div[^>]*><section[^>]*tabindex="-1" autofocus=""/i);
    expect(html).toContain("Il y a un problème");
    expect(html).toMatch(/<a [^>]*href="#x">Le nom est requis<\/a>/);
    expect(html).toContain("<li>Autre</li>");
    expect(renderToStaticMarkup(<ErrorSummary problems={[]} />)).toBe("");
  });

  it("DefaultSubmit: what Enter presses is out of the way of Tab and screen readers", () => {
    const html = renderToStaticMarkup(<DefaultSubmit value="continuer" />);
    expect(html).toContain(
      'type="submit" name="intent" value="continuer" tabindex="-1" aria-hidden="true"'.toLowerCase(),
    );
  });

  it("SubmitButton: a plain button until a script runs", () => {
    const html = renderToStaticMarkup(<SubmitButton>Continuer</SubmitButton>);
    expect(html).toMatch(/<button type="submit"[^>]*>Continuer<\/button>/);
    expect(html).not.toMatch(/disabled/);
  });
});
