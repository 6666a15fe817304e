import { LRUCache } from "lru-cache";
import { type DeliveryMode, frenchModes, modeFrom } from "~/domain/delivery/delivery";
import { deliveryForm, isForPickup, type Reach, recipientOf } from "~/domain/delivery/delivery-form";
import {
  type DeliveryErrors,
  type DeliveryValues,
  type DeliveryView,
  deliveryFields,
  noOffer,
  noValues,
  valuesOf,
} from "~/domain/delivery/delivery-view";
import type { Order, Recipient } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";
import { formatPhone, normalisePhone } from "~/domain/values/phone";
import { text } from "~/forms/form.server";
import { parseValues } from "~/forms/parse-form.server";
import { wilayaOf } from "~/session/wilaya.server";
import { getShop } from "~/shop/shop.server";
import { isFormKey, mintFormKey } from "~/tokens/form-key.server";
import { ownDeliveryLine } from "./delivery-lines.server";
import { offerFor, type ParcelContents } from "./delivery-offer.server";

/** A posted delivery form, checked. */
export interface ReadDelivery {
  /** The form to show again: values kept, communes and fees filled in, errors beside the fields. */
  view: DeliveryView;
  /** The same for a button that sends nothing: no errors, and the way as it was chosen. */
  unsent: DeliveryView;
  /** Present when every field is valid. */
  recipient?: Recipient;
  /** Sentence above the list of errors, when something that is required is missing. */
  intro?: string | undefined;
  /** The fee in dinars; present with `recipient`, unless the courier is away (`offer.isAway`). */
  fee?: number;
  /** Sentence when the fee is not the one that the form was shown with; else absent. */
  feeNotice?: string;
  /** No fee for this commune was shown: `feeNotice` is news, and no change. */
  isFeeNew?: boolean;
  /** The form's key, when this shop minted it. `view` carries it again, or a fresh one. */
  key?: string;
}

/** The form before it is posted, empty or as typed in an earlier step; without a key. */
export async function emptyDelivery(contents: ParcelContents, recipient?: Partial<Recipient>): Promise<DeliveryView> {
  const values = recipient ? valuesOf(recipient) : { ...noValues };
  const offer = recipient ? await offerFor(await getShop(), values, contents) : { ...noOffer };
  const view = { values, errors: {}, wilayas: await wilayas(), offer };
  return recipient && !offer.isAway ? withoutGonePlaces(view) : view;
}

/** What stays of the way of delivery where no pickup point can be shown. */
const toTheDoor = { mode: frenchModes.home, relais: "" };

/** The same; where no wilaya is known it starts with the one that the visitor chose before. */
export async function startedDelivery(
  request: Request,
  contents: ParcelContents,
  recipient?: Partial<Recipient>,
): Promise<DeliveryView> {
  const wilayaId = recipient?.wilayaId ?? servedWilaya(await wilayas(), await wilayaOf(request));
  if (recipient?.wilayaId !== undefined || wilayaId === undefined) return emptyDelivery(contents, recipient);
  const [view, line] = await Promise.all([
    emptyDelivery(contents, { ...recipient, wilayaId }),
    ownDeliveryLine(request, contents),
  ]);
  return { ...view, ...(line === undefined ? {} : { line }) };
}

/** @returns the wilaya's number, if it is delivered to */
const servedWilaya = (wilayas: DeliveryView["wilayas"], wilaya: number | undefined): number | undefined =>
  wilayas.find(({ id, unserved }) => id === wilaya && !unserved)?.id;

/** Empties the places that the courier no longer serves, with an error beside each. */
function withoutGonePlaces(view: DeliveryView): DeliveryView {
  const { values, offer } = view;
  const errors: DeliveryErrors = unservedErrors(view);
  const isKnown = offer.communes.some(({ id }) => String(id) === values.commune);
  const hasPickupPoint = offer.pickupPoints.some(({ id }) => String(id) === values.relais);
  if (values.commune !== "" && !isKnown) {
    if (!errors.wilaya)
      errors.commune ??= "Choisissez de nouveau votre commune\u00a0: la liste du transporteur a changé";
    values.commune = "";
  } else if (values.mode === "relais" && !hasPickupPoint) {
    if (offer.pickupPoints.length > 0)
      errors.relais = "Ce point relais n'est plus ouvert\u00a0: choisissez-en un autre";
    else {
      errors.commune = NO_PICKUP_POINT;
      Object.assign(values, toTheDoor);
    }
  }
  return { ...view, errors };
}

const NO_PICKUP_POINT = "Pas de point relais dans cette commune\u00a0: la livraison s'y fait à domicile";

/** Errors that name the wilaya or commune to which the courier does not deliver at present. */
function unservedErrors({ values, wilayas, offer }: Omit<DeliveryView, "errors">): Reach["refused"] {
  const wilaya = wilayas.find(({ id, unserved }) => unserved && String(id) === values.wilaya);
  if (wilaya)
    return { wilaya: `Pas de livraison dans cette wilaya (${wilaya.name}) pour le moment\u00a0: contactez-nous` };
  const commune = offer.unserved?.find(({ id }) => String(id) === values.commune);
  if (commune)
    return {
      commune: `Pas de livraison à ${commune.name} pour le moment\u00a0: choisissez une commune voisine, ou contactez-nous`,
    };
  return {};
}

/** Reads and checks every field of the posted delivery form. */
export async function readDelivery(form: FormData, contents: ParcelContents): Promise<ReadDelivery> {
  const values = typedValues(form);
  const [offer, allWilayas] = await Promise.all([offerFor(await getShop(), values, contents), wilayas()]);
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => String(id));
  const served = allWilayas.filter(({ unserved }) => !unserved);
  const refused = unservedErrors({ values, wilayas: allWilayas, offer });
  const reach = { wilayas: ids(served), communes: ids(offer.communes), pickupPoints: ids(offer.pickupPoints), refused };
  // While the courier is away the pickup point stays as it was chosen.
  if (offer.isAway && /^\d{1,9}$/.test(values.relais)) reach.pickupPoints = [values.relais];

  // A single pickup point needs no choice, but where one of this commune was chosen and is closed.
  // Where there is none, the change to home delivery is an error beside the commune, so that nobody
  // is charged the higher fee unawares.
  const [only, ...others] = reach.pickupPoints;
  const hasCommune = reach.communes.includes(values.commune);
  const isToChoose = values.relais === "" || feeIn(form).commune !== values.commune;
  if (values.mode === "relais" && isToChoose && only && others.length === 0) values.relais = only;
  const { mode: chosenMode, relais: chosenPoint } = values;
  if (values.mode === "relais" && !only && !offer.isAway && hasCommune) {
    Object.assign(values, toTheDoor);
    refused.commune = NO_PICKUP_POINT;
  }
  const mode = modeFrom(values.mode);

  const { value, errors, intro } = parseValues(values, formFor(mode, reach));
  // The way is chosen, and its pickup point once the commune is.
  if (!hasCommune && !offer.isAway) delete errors.relais;

  const phone = normalisePhone(values.telephone);
  if (phone !== undefined) values.telephone = formatPhone(phone);
  if (!hasCommune) values.commune = "";
  const posted = text(form, "cle");
  const key = isFormKey(posted) ? posted : undefined;
  const view: DeliveryView = {
    values,
    errors,
    wilayas: allWilayas,
    offer: { ...offer, cle: key ?? mintFormKey() },
  };
  const unsent = { ...view, values: { ...values, mode: chosenMode, relais: chosenPoint }, errors: {} };
  const read = { view, unsent, key, intro };
  if (!value) return read;

  const fee = offer.quote?.[mode];
  return { ...read, recipient: recipientOf(value, mode), fee, ...feeNotice(form, view, fee) };
}

/** The recipient of a form that was ordered before, wherever the courier delivers by now. */
export function recipientAsOrdered(form: FormData, { recipient }: Pick<Order, "recipient">): Recipient | undefined {
  const values = typedValues(form);
  // The only pickup point needed no choice.
  if (values.mode === "relais" && values.relais === "") values.relais = String(recipient.pickupPointId);
  const { mode: way, wilaya, commune, relais } = values;
  const reach = { wilayas: [wilaya], communes: [commune], pickupPoints: [relais], refused: {} };
  const { value } = parseValues(values, deliveryForm(modeFrom(way), reach));
  return value && recipientOf(value, modeFrom(way));
}

/** Schemas by mode and places: making one takes longer than checking a form by it. */
const forms = new LRUCache<string, ReturnType<typeof deliveryForm>>({ max: 100 });

function formFor(mode: DeliveryMode, reach: Reach) {
  const name = JSON.stringify([mode, reach]);
  const form = forms.get(name) ?? deliveryForm(mode, reach);
  forms.set(name, form);
  return form;
}

/** The errors of a press on 'Afficher les communes': only the wilaya is needed for that. */
export function forCommunes({ view, unsent }: ReadDelivery): DeliveryView {
  const { wilaya } = view.errors;
  return { ...unsent, errors: wilaya ? { wilaya } : {} };
}

/** The radios post "domicile" or "relais-310101"; mode and pickup point may also come apart. */
function typedValues(form: FormData): DeliveryValues {
  const values = Object.fromEntries(deliveryFields.map((field) => [field, text(form, field)])) as DeliveryValues;
  const [, pickupPoint = values.relais] = /^relais-(\d{1,9})$/.exec(values.mode) ?? [];
  if (!isForPickup(form)) return Object.assign(values, toTheDoor);
  return Object.assign(values, { mode: "relais", relais: /^\d{1,9}$/.test(pickupPoint) ? pickupPoint : "" });
}

/** The fee that the form showed, as `shownFee` writes it. */
function feeIn(form: FormData) {
  const [, commune, mode, before] = /^(\d+)-(domicile|relais)-(\d{1,9})$/.exec(text(form, "frais")) ?? [];
  return { commune, mode, before: Number(before) };
}

/**
 * The sentence when the fee is not the one that was shown. Where every commune in the list has its
 * fee, one chosen without scripts was shown too: `tarifs` is the fingerprint of that list.
 */
function feeNotice(
  form: FormData,
  { values, offer }: DeliveryView,
  fee: number | undefined,
): Pick<ReadDelivery, "feeNotice" | "isFeeNew"> {
  const shownList = text(form, "tarifs");
  if (fee === undefined || shownList === offer.tarifs) return {};
  const { commune, mode, before } = feeIn(form);
  if (commune === values.commune && mode === values.mode) {
    if (before === fee) return {};
    const amounts = `${formatDinars(fee)} au lieu de ${formatDinars(before)}`;
    return { feeNotice: `Les frais de livraison ont changé\u00a0: ${amounts}.` };
  }
  const isByCommune = offer.communes.some((candidate) => candidate.fee === undefined);
  const isFeeNew = shownList === "" || (isByCommune && commune !== values.commune);
  return { feeNotice: `Les frais de livraison pour votre commune sont de ${formatDinars(fee)}.`, isFeeNew };
}

async function wilayas(): Promise<DeliveryView["wilayas"]> {
  return (await (await getShop()).courier.wilayas()).map(({ id, name, newer, unserved }) => ({
    id,
    name,
    ...(newer ? { newer } : {}),
    ...(unserved ? { unserved } : {}),
  }));
}
