import * as z from "zod/v4-mini";
import { slugOf } from "../catalogue/slug";
import { type OrderStatus, orderStatuses, statusLabels } from "../order/order";
import { cut } from "../values/clean-text";
import { startOfDay } from "../values/dates";
import { DAY } from "../values/durations";
import { parameter } from "../values/form-fields";
import { type CallOutcome, callOutcomes, outcomeLabel, outcomeOf, outcomeValue } from "./call";

/** The filters of the list of orders, as its address has them; what is none counts as left out. */

/** What can be asked of an order's parcel: its state here, or what the courier last said. */
export const parcelFilters = {
  "a-annoncer": { label: "Pas encore annoncé", state: "waiting" },
  annonce: { label: "Annoncé au livreur", state: "posted" },
  refuse: { label: "Refusé par le livreur", state: "refused" },
  "a-retirer": { label: "À annuler chez le livreur", state: "leaving" },
  retire: { label: "Sans colis chez le livreur", state: "withdrawn" },
  probleme: { label: "Problème signalé", reported: "problem" },
  retour: { label: "En retour", reported: "returning" },
} as const;
type ParcelFilter = keyof typeof parcelFilters;
const parcelFilterNames = Object.keys(parcelFilters) as ParcelFilter[];

/** Nobody has called yet, or not at the phone that it has now. */
export const NEVER_CALLED = "jamais";

export interface OrderListFilter {
  /** Number, name, phone, product, reference or parcel's number, as somebody types them. */
  search?: string;
  status?: OrderStatus;
  lastCall?: CallOutcome | typeof NEVER_CALLED;
  parcel?: ParcelFilter;
  wilayaId?: number;
  /** Placed at this moment or later. */
  since?: Date;
  /** Placed before this moment. */
  until?: Date;
  /** Id of a person who called, or confirmed or cancelled by hand. */
  staffId?: string;
  /** Pending, and its pairs are not taken. */
  toReserve?: true;
}

const oneOf = (words: readonly string[]) => parameter(z.string().check(z.refine((typed) => words.includes(typed))));

const statusValue = (status: OrderStatus): string => slugOf(statusLabels[status]);

/** As the address and its form have them. */
export const orderListQuery = z.object({
  q: parameter(
    z.string().check(
      z.trim(),
      z.minLength(1),
      z.overwrite((text) => cut(text, 100)),
    ),
  ),
  statut: oneOf(orderStatuses.map(statusValue)),
  appel: oneOf([NEVER_CALLED, ...callOutcomes.map(outcomeValue)]),
  colis: oneOf(parcelFilterNames),
  wilaya: parameter(z.string().check(z.regex(/^\d{1,3}$/))),
  depuis: parameter(z.iso.date()),
  jusque: parameter(z.iso.date()),
  qui: parameter(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  reserve: oneOf(["oui"]),
  apres: parameter(z.string().check(z.maxLength(80))),
});
export type OrderListQuery = z.output<typeof orderListQuery>;

export const readOrderListQuery = (parameters: URLSearchParams): OrderListQuery =>
  orderListQuery.parse(Object.fromEntries(parameters));

/** Days are those of Algeria, the last one included. */
export function orderFilterOf(query: Omit<OrderListQuery, "apres">): OrderListFilter {
  const status = orderStatuses.find((status) => statusValue(status) === query.statut);
  const lastCall = query.appel === NEVER_CALLED ? NEVER_CALLED : outcomeOf(query.appel ?? "");
  const parcel = parcelFilterNames.find((word) => word === query.colis);
  return {
    ...(query.q === undefined ? {} : { search: query.q }),
    ...(status && { status }),
    ...(lastCall && { lastCall }),
    ...(parcel && { parcel }),
    ...(query.wilaya === undefined ? {} : { wilayaId: Number(query.wilaya) }),
    ...(query.depuis === undefined ? {} : { since: startOfDay(query.depuis) }),
    ...(query.jusque === undefined ? {} : { until: new Date(startOfDay(query.jusque).getTime() + DAY) }),
    ...(query.qui === undefined ? {} : { staffId: query.qui }),
    ...(query.reserve === undefined ? {} : { toReserve: true as const }),
  };
}

export interface Option {
  value: string;
  label: string;
}

export const statusOptions: Option[] = orderStatuses.map((status) => ({
  value: statusValue(status),
  label: statusLabels[status],
}));
export const callOptions: Option[] = [
  { value: NEVER_CALLED, label: "Jamais appelée" },
  ...callOutcomes.map((outcome) => ({ value: outcomeValue(outcome), label: outcomeLabel(outcome) })),
];
export const parcelOptions: Option[] = parcelFilterNames.map((value) => ({ value, label: parcelFilters[value].label }));
