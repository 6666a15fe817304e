import { getSelectProps } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { Totals } from "~/components/ui/price";
import { type DeliveryView, deliveryFields, shownFee } from "~/domain/delivery-view";
import { formatDinars } from "~/domain/money";
import { FieldFrame } from "./field";
import { addressField, firstNameField, lastNameField, notesField, phoneField } from "./field-specs";
import { TextControl } from "./text-control";
import { type CommuneState, LOADING_COMMUNES, useDelivery } from "./use-delivery";
import { useLiveForm } from "./use-live-form";
import { validators } from "./validators";

/** Id of the form around these fields, and so the beginning of their ids. */
export const DELIVERY_FORM = "livraison";

/** Id of the sums that stand beside these fields on a desktop, where a page has such. */
export const SUMS_BESIDE = "sommes";

const nothingYet: Record<CommuneState, string> = {
  none: "Choisissez d'abord une wilaya",
  loading: LOADING_COMMUNES,
  late: LOADING_COMMUNES,
  failed: "Communes non chargées",
};

interface Option {
  value: string;
  text: string;
  disabled: boolean;
}

export interface DeliveryFieldsProps {
  view: Omit<DeliveryView, "wilayas">;
  /** The list of wilayas, which is the same for everybody; in the browser it is there already. */
  wilayas?: readonly Option[];
  /** How many pairs the parcel holds, and what they cost: fees follow when they change. */
  pairs: number;
  amount: number;
  /** What is taken off at the end. */
  reward?: number;
  /** Whether the page shows the sums beside these fields as well, on a desktop. */
  hasSumsBeside?: boolean;
}

/**
 * Who receives the parcel, where, and what that costs: the same fields in the checkout and in the product page's order form.
 * They stand inside the page's <form>; its action answers `intent=communes` with the same page, filled in (PE-7).
 */
export default function DeliveryFields(props: DeliveryFieldsProps) {
  const { view, pairs, amount, reward, hasSumsBeside = false } = props;
  const { values, errors } = view;
  const [wilayas] = useState(() => props.wilayas ?? optionsIn(`${DELIVERY_FORM}-wilaya`));
  const delivery = useDelivery(view, pairs, amount);
  const { offer, wilaya, commune, way, mode, lists } = delivery;
  const { fields, said } = useLiveForm(DELIVERY_FORM, deliveryFields, { values, errors }, validators.livraison);
  const fee = mode === "relais" ? offer.quote?.pickup : offer.quote?.home;
  const hasCommunes = offer.communes.length > 0;
  const wayError = fields.relais.errors?.[0];
  const sums = useRef<HTMLDivElement>(null);

  // They are no part of this island: what stands in it would be sent a second time, to be hydrated.
  useEffect(() => {
    const shown = sums.current?.firstElementChild;
    if (hasSumsBeside && shown) document.getElementById(SUMS_BESIDE)?.replaceChildren(shown.cloneNode(true));
  });

  return (
    <>
      <div className="sm:grid sm:grid-cols-2 sm:gap-x-4">
        <TextControl field={fields.nom} spec={{ ...lastNameField, maxLength: 60 }} />
        <TextControl field={fields.prenom} spec={{ ...firstNameField, maxLength: 60 }} />
      </div>
      <TextControl field={fields.telephone} spec={phoneField} />

      <FieldFrame field={fields.wilaya} label="Wilaya">
        <select
          {...getSelectProps(fields.wilaya, {
            // The summary leads here for the commune as well, while there is none to choose.
            ariaDescribedBy: fields.commune.errors && !hasCommunes ? fields.commune.errorId : undefined,
          })}
          defaultValue={values.wilaya}
          ref={lists.wilayaList}
          className="field"
          autoComplete="address-level1"
          required
          onChange={(event) => delivery.chooseWilaya(event.target.value)}
        >
          {wilayas.map(({ value, text, disabled }) => (
            <option key={text} value={value} disabled={disabled}>
              {text}
            </option>
          ))}
        </select>
      </FieldFrame>

      <FieldFrame
        field={fields.commune}
        label="Commune"
        aside={
          <button
            type="submit"
            name="intent"
            value="communes"
            formNoValidate
            className={`button px-3 text-sm ${delivery.needsButton ? "" : "unscripted"}`}
          >
            Afficher les communes
          </button>
        }
      >
        <select
          {...getSelectProps(fields.commune, { value: false })}
          // Another wilaya is another list, with nothing chosen.
          key={wilaya}
          ref={lists.communeList}
          className="field"
          defaultValue={commune}
          autoComplete="address-level2"
          required
          disabled={!hasCommunes}
          onChange={(event) => delivery.chooseCommune(event.target.value)}
        >
          <option value="">{hasCommunes ? "Choisissez une commune" : nothingYet[delivery.state]}</option>
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
      </FieldFrame>
      <p ref={delivery.region} role="status" className="hint mt-1 min-h-5">
        {delivery.announcement}
      </p>

      {offer.quote?.pickup !== undefined && offer.pickupPoints.length > 0 && (
        <fieldset
          key={`${wilaya}-${commune}`}
          className="mt-5"
          aria-describedby={wayError ? fields.relais.errorId : undefined}
        >
          <legend className="label">Mode de livraison</legend>
          {wayError && (
            <p className="wrong" id={fields.relais.errorId}>
              {wayError}
            </p>
          )}
          <Way
            id={fields.mode.id}
            value="domicile"
            chosen={way}
            onChoose={delivery.setWay}
            title="À domicile"
            fee={offer.quote.home}
          />
          {offer.pickupPoints.map((pickupPoint) => (
            <Way
              key={pickupPoint.id}
              id={`${fields.mode.id}-${pickupPoint.id}`}
              value={`relais-${pickupPoint.id}`}
              chosen={way}
              onChoose={delivery.setWay}
              title="Au point relais"
              place={`${pickupPoint.name}, ${pickupPoint.address}`}
              fee={offer.quote?.pickup ?? 0}
            />
          ))}
        </fieldset>
      )}

      {/* While nobody can be asked, the way that was chosen travels with the form. */}
      {offer.isAway && mode === "relais" && <input type="hidden" name="mode" value={way} />}

      <TextControl field={fields.adresse} spec={addressField(mode !== "relais")} />
      <TextControl field={fields.remarque} spec={notesField} />

      <input type="hidden" name="tarifs" value={offer.tarifs} />
      <input type="hidden" name="frais" value={shownFee(commune, mode, offer.quote)} />
      <input type="hidden" name="cle" value={offer.cle} />

      <div ref={sums} className={hasSumsBeside ? "lg:hidden" : undefined}>
        <Totals amount={amount} fee={fee} reward={reward} delay />
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** The list of wilayas as it is shown. */
export function wilayaOptions(wilayas: DeliveryView["wilayas"]): Option[] {
  const option = (text: string, { id, unserved }: { id: number; unserved?: boolean }) => ({
    value: String(id),
    text,
    disabled: unserved === true,
  });
  const number = (id: number) => String(id).padStart(2, "0");
  return [
    { value: "", text: "Choisissez une wilaya", disabled: false },
    ...wilayas.map((one) => option(`${number(one.id)} – ${one.name}${one.unserved ? " (sans livraison)" : ""}`, one)),
    // Who looks for a wilaya of the new law is led to the one that the courier knows.
    ...wilayas.flatMap((one) =>
      (one.newer ?? []).map((newName) => option(`${newName} (livrée avec ${one.name})`, one)),
    ),
  ];
}

function optionsIn(id: string): Option[] {
  const list = document.getElementById(id) as HTMLSelectElement | null;
  return [...(list?.options ?? [])].map(({ value, text, disabled }) => ({ value, text, disabled }));
}

/** One way of delivery: its name, where, and its fee. */
function Way(props: {
  id: string;
  value: string;
  chosen: string;
  title: string;
  place?: string;
  fee: number;
  onChoose: (value: string) => void;
}) {
  const { id, value, chosen, title, place, fee, onChoose } = props;
  return (
    <div className="mt-2">
      <label className="flex min-h-target cursor-pointer items-start gap-3 border border-edge p-3">
        <input
          id={id}
          className="mt-1 h-5 w-5 shrink-0 accent-accent"
          type="radio"
          name="mode"
          value={value}
          defaultChecked={chosen === value}
          onChange={() => onChoose(value)}
        />{" "}
        <span className="flex-1">
          {title} {place && <span className="block text-sm text-muted">{place}</span>}
        </span>{" "}
        <span className="shrink-0 tabular-nums">{formatDinars(fee)}</span>
      </label>
    </div>
  );
}
