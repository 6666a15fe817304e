import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ChangesSince } from "~/components/office/changes";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { isEditable } from "~/domain/office/order-actions";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/order/cart";
import { type Order, type Recipient, statusLabels } from "~/domain/order/order";
import { shortWords } from "~/domain/order/order-texts";
import { formatDinars } from "~/domain/values/money";
import { readForm, wholeNumber } from "~/forms/form.server";
import { CHANGED_MEANWHILE } from "~/forms/take-over.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import type { OfficeService } from "~/shop/services/office";
import type { EditResult, OrderPage } from "~/shop/services/order-detail-office";
import { changesSince } from "./changes-since.server";
import { EditForm } from "./edit-form";
import { type EditView, editView, problemsIn, readEdit } from "./edit-view.server";
import { openOffice } from "./open-office.server";
import { callPage, officeOrderPage } from "./order-paths";

/** An order before it is announced to the courier: who receives what, where, and for how much. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

async function pageOf(office: OfficeService, number: string) {
  const page = await office.orderPage(number);
  if (!page || page.isForgotten) throw new Response(null, { status: 404 });
  return { page, choices: await office.editChoices(number) };
}

/** Where an edit leads: to the call that asked for it, while that is awaited, or to the order. */
const wayBack = (request: Request, { number, status }: Order) =>
  new URL(request.url).searchParams.has("appel") && status === "pending"
    ? { page: callPage(number), label: "Retour à l'appel" }
    : { page: officeOrderPage(number), label: "Retour à la commande" };

const isOpen = ({ order, parcel }: OrderPage) => isEditable({ status: order.status, parcel });

export async function loader({ request, params: { number = "" } }: LoaderFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const { page, choices } = await pageOf(office, number);
  await office.seeOrder(page.order.number, by);
  const { order, version } = page;
  return {
    number: order.number,
    isOpen: isOpen(page),
    status: statusLabels[order.status].toLowerCase(),
    version,
    total: formatDinars(order.total),
    view: await editView(page, choices),
    viewers: await office.viewersOf(order.number, by),
    back: wayBack(request, order),
  };
}

interface Answer {
  view: EditView;
  problems: { id: string; message: string }[];
  intro?: string | undefined;
  /** What others changed meanwhile; the next press counts all the same. */
  changes?: { id: string; words: string }[];
  version?: number;
  /** Fee and total to be agreed to. */
  agree?: { fee: number; total: number; words: string };
  isListNew?: boolean;
}

export async function action({ request, params: { number = "" } }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  const { page, choices } = await pageOf(office, number);
  const version = wholeNumber(form, "version") ?? -1;
  const { view, edit, intro, isSent } = await readEdit(page, choices, form, office);
  const answer: Answer = { view, problems: [], version };
  const stale = async () =>
    refusal<Answer>({
      ...answer,
      problems: problemsIn(view),
      version: page.version,
      changes: await changesSince(office, page, version, true),
      intro: CHANGED_MEANWHILE,
    });
  const isComplete = isSent && edit !== undefined;
  if (isOpen(page) && page.version !== version && !isComplete) return stale();
  if (!isSent) {
    const problems = problemsIn(view);
    const isListNew = form.get("intent") === "communes" && problems.length === 0;
    const shown: Answer = { ...answer, problems, isListNew };
    return problems.length > 0 ? refusal(shown) : data(shown);
  }
  if (!edit) return refusal<Answer>({ ...answer, problems: problemsIn(view), intro });

  const agreed = { fee: wholeNumber(form, "frais-vus") ?? -1, total: wholeNumber(form, "total-vu") ?? -1 };
  const result = await office.editOrder(number, { ...edit, agreed }, version, by);
  switch (result.result) {
    case "edited":
    case "repeated":
    case "unchanged": {
      const message = result.result === "unchanged" ? "Rien n'a changé." : "Commande modifiée.";
      return redirectWithSuccess(wayBack(request, page.order).page, message);
    }
    case "to-agree": {
      const { fee, total, before } = result;
      const way = wayWords(page.order.recipient, edit.recipient);
      const fees = fee === before.fee ? "" : `\u00a0: ${formatDinars(fee)} au lieu de ${formatDinars(before.fee)}`;
      const words = [
        ...(way || fees ? [`Livraison${way}${fees}.`] : []),
        `Total à encaisser\u00a0: ${formatDinars(total)} au lieu de ${formatDinars(before.total)}.`,
      ].join(" ");
      return data<Answer>({ ...answer, agree: { fee, total, words } });
    }
    case "stale":
      return stale();
    case "unknown":
      throw new Response(null, { status: 404 });
    default:
      return refusal<Answer>({ ...answer, intro: refusalWords(result) });
  }
}

/** Of a way of delivery that is not the one before. */
function wayWords(before: Recipient, { mode }: Recipient): string {
  if (mode === before.mode) return "";
  return mode === "home" ? " à domicile au lieu du point relais" : " au point relais au lieu du domicile";
}

function refusalWords(result: EditResult): string {
  switch (result.result) {
    case "too-late":
      return `Cette commande est ${statusLabels[result.status].toLowerCase()}\u00a0: elle ne se modifie plus.`;
    case "short":
      return result.lines
        .map(({ name, wanted, stock }) => `Stock insuffisant\u00a0: ${name} ${shortWords(wanted, stock)}.`)
        .join(" ");
    case "gone":
      return "Une des pointures choisies n'est plus en vente.";
    case "no-reason":
      return "Un prix a changé\u00a0: indiquez pourquoi dans «\u00a0Raison du prix\u00a0».";
    case "destination":
      return "Ce mode de livraison n'existe pas dans cette commune\u00a0: choisissez-en un autre.";
    case "ceiling":
      return `Le livreur n'encaisse pas plus de ${formatDinars(result.most)} par colis\u00a0: le total serait de ${formatDinars(result.total)}.`;
    default:
      return `Une commande compte au moins une paire, au plus ${MAX_LINES} articles et ${MAX_QUANTITY} paires de chacun\u00a0: corrigez les quantités.`;
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  officeMeta(matches, `Modifier la commande${data ? ` ${data.number}` : ""}`);

export default function EditOrder() {
  const { number, isOpen, status, version, total, view, viewers, back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <OfficePage
      title={`Modifier la commande ${number}`}
      refused={answer}
      otherwise={<ChangesSince changes={answer?.changes} />}
      lead={
        <>
          <p className="mt-1">{`Total actuel à encaisser\u00a0: ${total}`}</p>
          {viewers.length > 0 && <p className="mt-2 font-semibold">{`En cours chez ${viewers.join(", ")}`}</p>}
        </>
      }
      className="page pb-8"
    >
      {isOpen ? (
        <EditForm
          view={answer?.view ?? view}
          version={answer?.version ?? version}
          agree={answer?.agree}
          isListNew={answer?.isListNew ?? false}
        />
      ) : (
        <p className="panel">Cette commande est {status}&nbsp;: elle ne se modifie plus.</p>
      )}
      <p className="mt-4">
        <Link className="link inline-block py-2" to={back.page}>
          {back.label}
        </Link>
      </p>
    </OfficePage>
  );
}
