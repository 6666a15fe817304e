import { getSelectProps } from "@conform-to/react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Totals, totalOf } from "~/components/ui/price";
import { type DeliveryView, deliveryFields, emptyView, feesShown, shownFee } from "~/domain/delivery/delivery-view";
import { TO_DOOR } from "~/domain/delivery/way";
import { formatDinars } from "~/domain/values/money";
import { FieldFrame } from "./field";
import { addressField, firstNameField, lastNameField, notesField, phoneField } from "./field-specs";
import { TextControl } from "./text-control";
import { type CommuneState, LOADING_COMMUNES, useDelivery } from "./use-delivery";
import { useHydrated } from "./use-hydrated";
import { useLiveForm } from "./use-live-form";
import { validators } from "./validators";
import { type WilayaOption, wilayaOptionsIn } from "./wilaya-options";

/** Id of the form around these fields, and the prefix of their ids. */
export const DELIVERY_FORM = "livraison";

/** How long the ways of delivery take no press: it may be one meant for the button. */
const SETTLE_MS = 600;

/** Before the frame that shows what changed; React warns of it on the server. */
const useBeforeFrame = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** So many pickup points are folded, so that the address and the button stay near. */
const MANY_POINTS = 3;

/** Id of the element for the totals beside these fields on a desktop, where a page has it. */
export const SUMS_BESIDE = "sommes";

const emptyListTexts: Record<CommuneState, string> = {
  none: "Selon la wilaya choisie",
  loading: LOADING_COMMUNES,
  late: LOADING_COMMUNES,
  failed: "Communes non chargées",
};

export interface DeliveryFieldsProps {
  /** Left out for the empty form, so that pages do not carry it as data. */
  view?: Omit<DeliveryView, "wilayas"> | undefined;
  /** Given on the server only: in the browser the options are read from the page. */
  wilayas?: readonly WilayaOption[];
  /** The remembered wilaya, while none is chosen in the form: on the server only as well. */
  remembered?: string | undefined;
  /** Whether the list of communes has the focus when the page opens: on the server only, too. */
  isListNew?: boolean;
  pairs: number;
  /** Price of all pairs in dinars; another amount or number of pairs loads new fees. */
  amount: number;
  /** Discount for a full loyalty card, in dinars. */
  reward?: number;
  /** Whether the page also has SUMS_BESIDE. */
  hasSumsBeside?: boolean;
}

/**
 * Recipient, destination and fees: the same fields in the checkout and in the product page's form.
 * They stand inside the page's <form>, whose action answers `intent=communes` with the same page
 * and the communes filled in (PE-7).
 */
export default function DeliveryFields(props: DeliveryFieldsProps) {
  const { view = emptyView, pairs, amount, reward, hasSumsBeside = false } = props;
  const { values, errors } = view;
  const [wilayas] = useState(() => props.wilayas ?? wilayaOptionsIn(`${DELIVERY_FORM}-wilaya`));
  const delivery = useDelivery(view, pairs, amount);
  const { offer, wilaya, commune, way, ticked } = delivery;
  const { quote } = offer;
  const isPickup = ticked !== TO_DOOR;
  const mode = isPickup ? "relais" : TO_DOOR;
  const { fields, announcement } = useLiveForm(DELIVERY_FORM, deliveryFields, { values, errors }, validators.livraison);
  const fees = feesShown(offer, mode);
  const hasCommunes = offer.communes.length > 0;
  const wayError = fields.relais.errors?.[0];
  const pickupFee = quote?.pickup ?? 0;
  const hasWays = quote?.pickup !== undefined && offer.pickupPoints.length > 0;
  // In their list, each begins with what tells it from the others.
  const isFolded = offer.pickupPoints.length >= MANY_POINTS;
  const points = offer.pickupPoints.map(({ id, name, address }) => (
    <Way
      key={id}
      id={`${fields.mode.id}-${id}`}
      value={`relais-${id}`}
      chosen={ticked}
      onChoose={delivery.setWay}
      title={isFolded ? name : "Au point relais"}
      place={isFolded ? address : [name, address].filter(Boolean).join(", ")}
      fee={pickupFee}
      problemId={wayError && fields.relais.errorId}
    />
  ));
  const isScripted = useHydrated();
  const hasBareWays = !isScripted && !quote && offer.ways?.pickup !== undefined;
  const sums = useRef<HTMLDivElement>(null);
  const ways = useRef<HTMLFieldSetElement>(null);
  const firstOffer = useRef(offer);

  useBeforeFrame(() => {
    if (offer !== firstOffer.current) ways.current?.animate({ pointerEvents: ["none", "none"] }, SETTLE_MS);
  }, [offer]);

  // Copied, since an element inside the island would have its props sent with the page once more.
  useEffect(() => {
    const shown = sums.current?.firstElementChild;
    if (hasSumsBeside && shown) document.getElementById(SUMS_BESIDE)?.replaceChildren(shown.cloneNode(true));
  });

  return (
    <>
      <div className="pair">
        <TextControl field={fields.nom} spec={lastNameField} />
        <TextControl field={fields.prenom} spec={firstNameField} />
      </div>
      <TextControl field={fields.telephone} spec={phoneField} />

      <div className="pair places">
        <FieldFrame field={fields.wilaya} label="Wilaya">
          <select
            {...getSelectProps(fields.wilaya, {
              // While the list of communes is empty, the error summary links here for the commune.
              ariaDescribedBy: fields.commune.errors && !hasCommunes ? fields.commune.errorId : undefined,
            })}
            defaultValue={values.wilaya || props.remembered || ""}
            ref={delivery.wilayaList}
            className="field"
            autoComplete="address-level1"
            required
            onChange={(event) => delivery.chooseWilaya(event.target.value.trim())}
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
            // Another wilaya makes a new list, with nothing chosen.
            key={wilaya}
            ref={delivery.communeList}
            className="field"
            defaultValue={commune}
            // biome-ignore lint/a11y/noAutofocus: the button was pressed for this list
            autoFocus={props.isListNew}
            autoComplete="address-level2"
            required
            disabled={!hasCommunes}
            onChange={(event) => delivery.chooseCommune(event.target.value)}
          >
            <option value="">{hasCommunes ? "Choisissez une commune" : emptyListTexts[delivery.state]}</option>
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
      </div>
      <p role="status" className="hint mt-1 min-h-5">
        {delivery.announcement}
      </p>

      {/* Without scripts only the next page knows the commune, and so its pickup points. */}
      {hasBareWays && (
        <fieldset className="unscripted mt-5">
          <legend className="label">Mode de livraison</legend>
          <Way id={fields.mode.id} value={TO_DOOR} chosen={values.mode} title="À domicile" />
          <Way
            id={`${fields.mode.id}-relais`}
            value="relais"
            chosen={values.mode}
            title="Au point relais"
            place="Vous choisirez lequel ensuite."
          />
        </fieldset>
      )}
      {hasWays && (
        <fieldset
          key={`${wilaya}-${commune}`}
          ref={ways}
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
            value={TO_DOOR}
            chosen={ticked}
            onChoose={delivery.setWay}
            title="À domicile"
            fee={quote.home}
          />
          {isFolded ? (
            <Folded
              isOpen={isPickup || wayError !== undefined}
              summary={
                <>
                  <span className="link flex-1">Au point relais&nbsp;: {offer.pickupPoints.length} adresses</span>{" "}
                  <span className="tabular-nums">{formatDinars(pickupFee)}</span>
                </>
              }
            >
              {points}
            </Folded>
          ) : (
            points
          )}
        </fieldset>
      )}

      {/* Where no radio is ticked these keep the way; beside radios a hidden field has another name. */}
      {!hasWays && !hasBareWays && way !== TO_DOOR && <input type="hidden" name="mode" value={way} />}
      {hasWays && ticked === "relais" && <input type="hidden" name="relais" value={values.relais} />}

      {/* Without scripts its hint says that it may stay empty. */}
      <div hidden={isScripted && isPickup && !fields.adresse.errors}>
        <TextControl field={fields.adresse} spec={addressField(!isPickup)} />
      </div>
      <details className="mt-5" open={values.remarque !== "" || fields.remarque.errors !== undefined}>
        <summary className="link inline-block min-h-target cursor-pointer">Ajouter une remarque</summary>
        <TextControl field={fields.remarque} spec={notesField} />
      </details>

      <input type="hidden" name="tarifs" value={offer.tarifs} />
      <input type="hidden" name="frais" value={shownFee(commune, mode, quote)} />
      <input type="hidden" name="cle" value={offer.cle} />
      {fees && fees.least === fees.most && (
        <input type="hidden" name="total" value={totalOf({ amount, reward, fee: fees.least })} />
      )}

      <div ref={sums} className={hasSumsBeside ? "lg:hidden" : undefined}>
        <Totals amount={amount} fee={fees} isPickup={isPickup} reward={reward} delay isBoxed={!hasSumsBeside} />
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/**
 * Once unfolded it stays so, since arrow keys also lead out of it. They lead into it only from a
 * radio that has the focus: Tab passes by all that are not ticked.
 */
function Folded({ isOpen, summary, children }: { isOpen: boolean; summary: ReactNode; children: ReactNode }) {
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  return (
    <details
      className="mt-2"
      open={wasOpen.current}
      onToggle={({ currentTarget: details }) => {
        if (details.open && details.querySelector("summary:focus-visible"))
          (details.querySelector<HTMLInputElement>(":checked") ?? details.querySelector("input"))?.focus();
      }}
      // The key that unfolded them, pressed again or held, would send the form.
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <summary className="flex min-h-target cursor-pointer items-start gap-3 border border-edge px-3 py-2">
        {summary}
      </summary>
      {children}
    </details>
  );
}

/** The radio of one way of delivery, with its name, address and fee. */
function Way(props: {
  id: string;
  value: string;
  chosen: string;
  title: string;
  place?: string;
  fee?: number;
  onChoose?: (value: string) => void;
  problemId?: string | undefined;
}) {
  const { id, value, chosen, title, place, fee, onChoose, problemId } = props;
  return (
    <div className="mt-2">
      <label className="flex min-h-target cursor-pointer items-start gap-3 border border-edge px-3 py-2">
        <input
          id={id}
          className="mt-1 size-5 shrink-0"
          type="radio"
          name="mode"
          value={value}
          defaultChecked={chosen === value}
          onChange={() => onChoose?.(value)}
          aria-invalid={problemId ? true : undefined}
          aria-describedby={problemId}
        />{" "}
        {/* Large text in a narrow window leaves no room for the fee beside the address. */}
        <span className="flex flex-1 flex-wrap gap-x-2">
          <span className="flex-1 basis-32">
            {title} {place && <span className="block text-sm text-muted">{place}</span>}
          </span>{" "}
          {fee !== undefined && <span className="tabular-nums">{formatDinars(fee)}</span>}
        </span>
      </label>
    </div>
  );
}
