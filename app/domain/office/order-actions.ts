import * as z from "zod/v4-mini";
import { nextSteps, type OrderStatus } from "../order/order";
import { atMost, oneLine, required, typed } from "../values/form-fields";
import { type Ability, roleMay, type StaffRole } from "./role";

/** What can be done with an order in its state, and by whom. */

/** A status that staff set. `retry` announces a refused parcel again. */
export type OrderAction = Exclude<OrderStatus, "pending"> | "edit" | "retry";

/** Who may, the value in forms, the words of the button. An edit has a page of its own. */
export const orderActions = {
  confirmed: { ability: "calls", value: "confirmer", label: "Confirmer" },
  cancelled: { ability: "calls", value: "annuler", label: "Annuler la commande" },
  edit: { ability: "calls", value: undefined, label: "Modifier" },
  shipped: { ability: "parcels", value: "expedier", label: "Remettre au livreur" },
  delivered: { ability: "parcels", value: "livrer", label: "Marquer livrée" },
  returned: { ability: "parcels", value: "retourner", label: "Marquer retournée" },
  retry: { ability: "parcels", value: "relancer", label: "Annoncer de nouveau le colis" },
} as const satisfies Record<OrderAction, { ability: Ability; value: string | undefined; label: string }>;

export const actionOf = (value: string): Exclude<OrderAction, "edit"> | undefined =>
  (Object.keys(orderActions) as Exclude<OrderAction, "edit">[]).find((action) => orderActions[action].value === value);

interface EditState {
  status: OrderStatus;
  /** Its parcel, once there is one. */
  parcel?: { state: string } | undefined;
  /** Its person asked to be forgotten: nothing but its status changes. */
  isForgotten?: boolean;
}
interface State extends EditState {
  parcel?: { state: string; holdsPairs: boolean } | undefined;
}

/** While it waits for its call, and while the courier refuses its parcel, and has none. */
export const isEditable = ({ status, parcel, isForgotten }: EditState): boolean =>
  !isForgotten && (status === "pending" || (status === "confirmed" && parcel?.state === "refused"));

export function actionsFor(state: State, role: StaffRole): OrderAction[] {
  const { status, parcel } = state;
  const steps = nextSteps(status, parcel?.holdsPairs ?? false);
  const actions: OrderAction[] = steps.filter((next) => next !== "pending");
  if (isEditable(state)) actions.push("edit");
  if (status === "confirmed" && parcel?.state === "refused") actions.unshift("retry");
  return actions.filter((action) => roleMay(role, orderActions[action].ability));
}

const DISPATCHED: readonly OrderStatus[] = ["shipped", "delivered", "returned"];

/** Who packs calls nobody: the phone is shown to them once the parcel is on its way. */
export const seesPhone = (role: StaffRole, status: OrderStatus): boolean =>
  roleMay(role, "phones") || DISPATCHED.includes(status);

/** It has name and phone on it, and has to be on the parcel before that is handed over. */
export const seesLabel = (role: StaffRole, status: OrderStatus): boolean =>
  seesPhone(role, status) || (status === "confirmed" && roleMay(role, "parcels"));

/** Why staff cancel an order; the last one asks for words. */
export const cancelReasons = {
  client: "Le client n'en veut plus",
  injoignable: "Client injoignable",
  doublon: "Doublon",
  fausse: "Fausse commande",
  stock: "Plus en stock",
  livraison: "Livraison impossible",
  autre: "Autre raison",
} as const;
type CancelReason = keyof typeof cancelReasons;
export const cancelOptions = Object.entries(cancelReasons).map(([value, label]) => ({ value, label }));

/** The fields of a cancellation, of one order or of several. */
export const cancelForm = {
  id: "annuler",
  schema: z
    .object({
      motif: typed.check(required("Choisissez un motif", (value) => Object.hasOwn(cancelReasons, value))),
      precision: typed.check(z.overwrite(oneLine), atMost(200, "La précision est trop longue")),
    })
    .check(
      z.refine(({ motif, precision }) => motif !== "autre" || precision !== "", {
        error: "Précisez la raison",
        path: ["precision"],
      }),
    ),
};

/** As the journal has it: 'Doublon', 'Plus en stock : pointure 38'. */
export function reasonWords({ motif, precision }: { motif: string; precision: string }): string {
  if (motif === "autre") return precision;
  const label = cancelReasons[motif as CancelReason];
  return precision === "" ? label : `${label}\u00a0: ${precision}`;
}

/** A note for the house, which no shopper reads. */
export const noteForm = {
  id: "note",
  schema: z.object({
    note: typed.check(z.trim(), required("Écrivez la note"), atMost(1000, "La note est trop longue")),
  }),
};
