import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { Status } from "~/components/office/status";
import type { StaffActor } from "~/domain/office/journal";
import {
  actionOf,
  actionsFor,
  cancelForm,
  noteForm,
  type OrderAction,
  orderActions,
  reasonWords,
  seesPhone,
} from "~/domain/office/order-actions";
import { roleMay, type Staff } from "~/domain/office/role";
import { statusLabels } from "~/domain/order/order";
import { readForm, text, wholeNumber } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import type { OfficeService } from "~/shop/services/office";
import type { OrderPage } from "~/shop/services/order-detail-office";
import { isFormKey, mintFormKey } from "~/tokens/form-key.server";
import { changesSince } from "./changes-since.server";
import { openOffice } from "./open-office.server";
import { OrderFacts } from "./order-facts";
import { NoteForm, OrderForms } from "./order-forms";
import { callPage, officeOrderPage } from "./order-paths";
import { OrderTimeline } from "./order-timeline";
import { orderView } from "./order-view";
import { Anyway, type Wanted } from "./stale-order";

/** Commande: everything about one order, and what can be done with it. */

export const handle = { office: { see: "orders" } } satisfies RouteHandle;

export async function loader({ request, params: { number = "" } }: LoaderFunctionArgs) {
  const { staff, by, office } = await openOffice(request, "orders");
  const page = await office.orderPage(number);
  if (!page) throw new Response(null, { status: 404 });
  await office.seeOrder(page.order.number, by);
  const viewers = await office.viewersOf(page.order.number, by);
  const order = orderView(page, staff.role);
  return { order, viewers, noteKey: mintFormKey(), mayCall: roleMay(staff.role, "calls") };
}

type Refused = FormView<"motif" | "precision" | "note"> & { wanted?: Wanted };

export async function action({ request, params: { number = "" } }: ActionFunctionArgs) {
  const { staff, by, office } = await openOffice(request, "orders");
  const form = await readForm(request);
  const intent = text(form, "intent");
  const version = wholeNumber(form, "version") ?? -1;
  const action = actionOf(intent);
  if (intent === "noter") return note(office, number, form, by);
  if (action && !roleMay(staff.role, orderActions[action].ability)) throw new Response(null, { status: 404 });
  if (!action) return refusal<Refused>({ ...NOTHING_TYPED, intro: "Utilisez les boutons de la page." });

  // Nothing else has a form of its own.
  const { value: reason, ...view } =
    action === "cancelled" ? parseForm(form, cancelForm) : { ...NOTHING_TYPED, value: undefined };
  if (action === "cancelled" && !reason) return refusal<Refused>(view);
  const why = reason && reasonWords(reason);
  const outcome =
    action === "retry"
      ? await office.retryParcel(number, { version }, by)
      : await office.moveOrder(number, action, { version, reason: why }, by);
  if (outcome === "unknown") throw new Response(null, { status: 404 });
  if (outcome === "moved" || outcome === "repeated") return done(number, action);
  if (outcome === "short")
    return refusal<Refused>({ ...view, intro: "Il n'y a pas assez de paires en stock\u00a0: rien n'a été fait." });
  const now = await office.orderPage(number);
  if (!now) throw new Response(null, { status: 404 });
  return refusal<Refused>({ ...view, ...(await refusedBy(office, now, action, version, staff, why)) });
}

async function note(office: OfficeService, number: string, form: FormData, by: StaffActor) {
  const { value, ...view } = parseForm(form, noteForm);
  if (!value) return refusal<Refused>(view);
  const key = text(form, "cle");
  if (!isFormKey(key)) return refusal<Refused>({ ...view, intro: "Relisez la note, puis ajoutez-la encore une fois." });
  const outcome = await office.noteOrder(number, { key, text: value.note }, by);
  if (outcome === "unknown") throw new Response(null, { status: 404 });
  return redirectWithSuccess(officeOrderPage(number), "Note ajoutée.");
}

function done(number: string, action: Exclude<OrderAction, "edit">) {
  const isAgain = action === "retry";
  const message = isAgain ? "Le colis va être annoncé de nouveau." : `Commande ${statusLabels[action].toLowerCase()}.`;
  return redirectWithSuccess(officeOrderPage(number), message);
}

/** Somebody was first: what is now, what was wanted, and whether it can still be done. */
async function refusedBy(
  office: OfficeService,
  page: OrderPage,
  action: Exclude<OrderAction, "edit">,
  version: number,
  { role }: Staff,
  why: string | undefined,
): Promise<Pick<Refused, "intro" | "wanted">> {
  const { order, parcel, isForgotten } = page;
  const state = statusLabels[order.status].toLowerCase();
  const isPossible = actionsFor({ status: order.status, parcel, isForgotten }, role).includes(action);
  return {
    intro: `Cette commande a changé depuis que vous l'avez ouverte. Son statut\u00a0: ${state}. Rien n'a été fait.`,
    wanted: {
      words: orderActions[action].label.toLowerCase() + (why ? ` (motif\u00a0: «\u00a0${why}\u00a0»)` : ""),
      changes: await changesSince(office, page, version, seesPhone(role, order.status)),
      ...(isPossible ? { intent: orderActions[action].value, version: page.version } : {}),
    },
  };
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  officeMeta(matches, `Commande${data ? ` ${data.order.number}` : ""}`);

export default function Order() {
  const { order, viewers, noteKey, mayCall } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage
      title={`Commande ${order.number}`}
      aside={
        <>
          {mayCall && (order.isWaiting || order.wasDecided) && (
            <Link className="button" to={callPage(order.number)}>
              {order.isWaiting ? "Appeler" : "Appels"}
            </Link>
          )}
          {order.actions.includes("edit") && (
            <Link className="button" to={`${order.page}/modifier`}>
              {orderActions.edit.label}
            </Link>
          )}
          <Link className="button" to={`${order.page}/imprimer`}>
            Bon de préparation
          </Link>
        </>
      }
      className="page pb-8"
      refused={refused}
      otherwise={refused?.wanted && <Anyway wanted={refused.wanted} values={refused.values} />}
      lead={
        <>
          <p className="mt-1">
            <Status tone={order.tone}>{order.state}</Status>
          </p>
          {viewers.length > 0 && <p className="mt-2 font-semibold">{`En cours chez ${viewers.join(", ")}`}</p>}
        </>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
        <OrderFacts order={order} />
        <div>
          {/* Once something was done, the forms are new. */}
          <OrderForms key={order.version} order={order} refused={refused} />
          <NoteForm noteKey={noteKey} refused={refused} />
          <OrderTimeline events={order.events} />
        </div>
      </div>
    </OfficePage>
  );
}
