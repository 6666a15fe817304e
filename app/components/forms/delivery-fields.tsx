import { useEffect, useRef } from "react";
import { useServerMarkup } from "~/components/hydration/server-rendered";
import { Totals } from "~/components/ui/price";
import { type DeliveryField, type DeliveryView, deliveryFields, shownFee } from "~/domain/delivery-view";
import { formatDinars } from "~/domain/money";
import type { Problem } from "./error-summary";
import { Field } from "./field";
import { AddressField, NotesField, PhoneField } from "./recipient-fields";
import { type CommuneState, useDelivery } from "./use-delivery";

const ID_PREFIX = "livraison-";

/** Ids of the controls; the summary of errors links to them. */
const idOf = (field: DeliveryField, idPrefix: string) => `${idPrefix}${field}`;

/** The errors of the form for its ErrorSummary, in the order of the fields. */
export function deliveryProblems({ errors, offer }: DeliveryView, idPrefix = ID_PREFIX): Problem[] {
  return deliveryFields.flatMap((field) => {
    const message = errors[field];
    if (!message) return [];
    // Without communes their list is closed: they are reached by way of the wilaya.
    const control = field === "commune" && offer.communes.length === 0 ? "wilaya" : field === "relais" ? "mode" : field;
    return [{ id: idOf(control, idPrefix), message }];
  });
}

const nothingYet: Record<CommuneState, string> = {
  none: "Choisissez d'abord une wilaya",
  loading: "Chargement des communes…",
  failed: "Communes non chargées",
};

/**
 * Who receives the parcel, where, and what that costs: the same fields in the checkout and in the product page's order form.
 * They stand inside the page's <form>; its action answers `intent=communes` with the same page, filled in (PE-7).
 */
export function DeliveryFields(props: {
  view: DeliveryView;
  /** How many pairs the parcel holds, and what they cost: fees follow when they change. */
  pairs: number;
  amount: number;
  /** What is taken off at the end. */
  reward?: number;
  idPrefix?: string;
}) {
  const { view, pairs, amount, reward, idPrefix = ID_PREFIX } = props;
  const { values, errors, wilayas } = view;
  const delivery = useDelivery(view, pairs, amount);
  const { offer, wilaya, commune, mode, chooseWilaya, chooseCommune, setMode } = delivery;
  const id = (field: DeliveryField) => idOf(field, idPrefix);

  // The same 58 for everybody: they are in the page, and need not come as data as well.
  const wilayaOptions = useServerMarkup(
    id("wilaya"),
    import.meta.env.SSR && (
      <>
        <option value="">Choisissez une wilaya</option>
        {wilayas.map(({ id: number, name, unserved }) => (
          <option key={number} value={number} disabled={unserved}>
            {`${String(number).padStart(2, "0")} – ${name}${unserved ? " (sans livraison)" : ""}`}
          </option>
        ))}
        {/* Who looks for a wilaya of the new law is led to the one that the courier knows. */}
        {wilayas.flatMap(({ id: number, name, newer = [], unserved }) =>
          newer.map((newName) => (
            <option key={newName} value={number} disabled={unserved}>
              {`${newName} – avec ${String(number).padStart(2, "0")} ${name}`}
            </option>
          )),
        )}
      </>
    ),
  );
  const wilayaList = useRef<HTMLSelectElement>(null);
  const communeList = useRef<HTMLSelectElement>(null);
  const ways = useRef<HTMLFieldSetElement>(null);
  // What was chosen before scripts arrived, or was put back by the browser, counts as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when scripts take over
  useEffect(() => {
    const chosenWilaya = wilayaList.current?.value ?? "";
    const chosenCommune = communeList.current?.value ?? "";
    if (chosenWilaya !== wilaya) chooseWilaya(chosenWilaya);
    else if (chosenCommune !== commune) chooseCommune(chosenCommune);
    else {
      const chosenWay = ways.current?.querySelector<HTMLInputElement>(":checked");
      if (chosenWay) setMode(chosenWay.value === "domicile" ? "domicile" : "relais");
    }
  }, []);

  const fee = mode === "relais" ? offer.quote?.relais : offer.quote?.domicile;

  return (
    <>
      <div className="sm:grid sm:grid-cols-2 sm:gap-x-4">
        <Field id={id("nom")} label="Nom" error={errors.nom}>
          {(control) => (
            <input
              {...control}
              name="nom"
              type="text"
              defaultValue={values.nom}
              placeholder="Votre nom"
              autoComplete="family-name"
              maxLength={60}
              required
            />
          )}
        </Field>
        <Field id={id("prenom")} label="Prénom" error={errors.prenom}>
          {(control) => (
            <input
              {...control}
              name="prenom"
              type="text"
              defaultValue={values.prenom}
              placeholder="Votre prénom"
              autoComplete="given-name"
              maxLength={60}
              required
            />
          )}
        </Field>
      </div>
      <PhoneField id={id("telephone")} value={values.telephone} error={errors.telephone} />

      <Field
        id={id("wilaya")}
        label="Wilaya"
        error={errors.wilaya}
        // The summary leads here for the commune as well, while there is none to choose.
        describedBy={errors.commune && offer.communes.length === 0 ? `${id("commune")}-erreur` : undefined}
      >
        {(control) => (
          <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
            <select
              {...control}
              ref={wilayaList}
              className="field min-w-0 flex-1 basis-48"
              name="wilaya"
              defaultValue={values.wilaya}
              autoComplete="address-level1"
              required
              onChange={(event) => chooseWilaya(event.target.value)}
              {...wilayaOptions}
            />
            <button
              type="submit"
              name="intent"
              value="communes"
              formNoValidate
              className="button"
              onClick={(event) => {
                if (!delivery.isShown(wilayaList.current?.value ?? "")) return;
                event.preventDefault();
                communeList.current?.focus();
              }}
            >
              Afficher les communes
            </button>
          </div>
        )}
      </Field>

      <Field id={id("commune")} label="Commune" error={errors.commune}>
        {(control) => (
          <select
            {...control}
            // Another wilaya is another list, with nothing chosen.
            key={wilaya}
            ref={communeList}
            name="commune"
            defaultValue={commune}
            autoComplete="address-level2"
            required
            disabled={offer.communes.length === 0}
            onChange={(event) => chooseCommune(event.target.value)}
          >
            <option value="">
              {offer.communes.length > 0 ? "Choisissez une commune" : nothingYet[delivery.state]}
            </option>
            {offer.communes.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {candidate.fee === undefined ? candidate.name : `${candidate.name} – ${formatDinars(candidate.fee)}`}
              </option>
            ))}
            {offer.unserved && (
              <optgroup label="Sans livraison pour le moment">
                {offer.unserved.map(({ id, name }) => (
                  <option key={id} value={id} disabled>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        )}
      </Field>
      <p role="status" className="hint mt-1 min-h-5">
        {delivery.announcement}
      </p>

      {offer.quote?.relais !== undefined && offer.stopDesks.length > 0 && (
        <fieldset
          key={`${wilaya}-${commune}`}
          ref={ways}
          className="mt-5"
          aria-describedby={errors.relais ? `${id("mode")}-erreur` : undefined}
        >
          <legend className="label">Mode de livraison</legend>
          {errors.relais && (
            <p className="wrong" id={`${id("mode")}-erreur`}>
              {errors.relais}
            </p>
          )}
          <Way
            id={id("mode")}
            value="domicile"
            checked={mode !== "relais"}
            onChoose={() => setMode("domicile")}
            title="À domicile"
            fee={offer.quote.domicile}
          />
          {offer.stopDesks.map((desk) => (
            <Way
              key={desk.id}
              id={`${id("mode")}-${desk.id}`}
              value={`relais-${desk.id}`}
              checked={mode === "relais" && values.relais === String(desk.id)}
              onChoose={() => setMode("relais")}
              title="Au point relais"
              place={`${desk.name}, ${desk.address}`}
              fee={offer.quote?.relais ?? 0}
            />
          ))}
        </fieldset>
      )}

      {/* While nobody can be asked, the way that was chosen travels with the form. */}
      {offer.isAway && mode === "relais" && <input type="hidden" name="mode" value={`relais-${values.relais}`} />}

      <AddressField id={id("adresse")} value={values.adresse} error={errors.adresse} required={mode !== "relais"} />
      <NotesField id={id("remarque")} value={values.remarque} error={errors.remarque} />

      <input type="hidden" name="tarifs" value={offer.tarifs} />
      <input type="hidden" name="frais" value={shownFee(commune, mode, offer.quote)} />
      <input type="hidden" name="cle" value={offer.cle} />

      <Totals amount={amount} fee={fee} reward={reward} delay />
    </>
  );
}

/** One way of delivery: its name, where, and its fee. */
function Way(props: {
  id: string;
  value: string;
  checked: boolean;
  title: string;
  place?: string;
  fee: number;
  onChoose: () => void;
}) {
  return (
    <div className="mt-2">
      <label className="flex min-h-target cursor-pointer items-start gap-3 border border-edge p-3">
        <input
          id={props.id}
          className="mt-1 h-5 w-5 shrink-0 accent-accent"
          type="radio"
          name="mode"
          value={props.value}
          defaultChecked={props.checked}
          onChange={props.onChoose}
        />{" "}
        <span className="flex-1">
          {props.title} {props.place && <span className="block text-sm text-muted">{props.place}</span>}
        </span>{" "}
        <span className="shrink-0 tabular-nums">{formatDinars(props.fee)}</span>
      </label>
    </div>
  );
}
