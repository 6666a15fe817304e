import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { CardTable } from "~/components/office/card-table";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { Status } from "~/components/office/status";
import { Submit } from "~/components/office/submit";
import { Section } from "~/components/ui/section";
import {
  type BulkAction,
  bulkActionOf,
  bulkActions,
  bulkPress,
  bulkSummary,
  choicesFrom,
  choiceText,
  doneWords,
  mayBulk,
  skipWords,
  withChoices,
} from "~/domain/office/bulk";
import { cancelForm, noteForm, reasonWords } from "~/domain/office/order-actions";
import { statusLabels } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";
import { plural } from "~/domain/values/plural";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithFlash } from "~/session/flash.server";
import type { BulkReport } from "~/shop/services/bulk-office";
import { isFormKey, mintFormKey } from "~/tokens/form-key.server";
import { orderListPath } from "./office-path.server";
import { openOffice } from "./open-office.server";
import { CancelFields, NoteField } from "./order-fields";
import { OrderLink } from "./order-link";

/**
 * Several orders at once: what will be done to which, then what came of each. The choice is in the
 * address, so that reload and Back show it again and do nothing.
 */

export const handle = { office: { see: "orders" } } satisfies RouteHandle;

const HERE = "/gestion/commandes/groupe";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, office } = await openOffice(request, "orders");
  const { searchParams } = new URL(request.url);
  const list = orderListPath(searchParams.get("retour"));
  const id = searchParams.get("resultat");
  if (id !== null) {
    const report = await office.bulkReport(id);
    if (!report) throw new Response(null, { status: 404 });
    return { step: "report", list, report: reportView(report) } as const;
  }
  const choices = choicesFrom(searchParams.getAll("choix"));
  const action = bulkActionOf(searchParams.get("faire") ?? "");
  if (!action || choices.length === 0) throw await nothingToDo(list, choices);
  if (!mayBulk(staff.role, action)) throw new Response(null, { status: 404 });
  const orders = (await office.planBulk(choices, action)).map(({ order, skip, ...choice }) => {
    const label = order && statusLabels[order.status];
    return {
      number: choice.number,
      value: choiceText(choice),
      skip: skip && skipWords(skip, label?.toLowerCase()),
      isKnown: order !== undefined,
      name: order?.name ?? "",
      status: label ?? "",
      total: order ? formatDinars(order.total) : "",
    };
  });
  const plan = { will: orders.filter(({ skip }) => !skip), left: orders.filter(({ skip }) => skip) };
  const back = withChoices(list, choices.map(choiceText));
  return { step: "plan", list, back, action, formKey: mintFormKey(), ...plan } as const;
}

function reportView({ action, results }: BulkReport) {
  const done = results.filter(({ outcome }) => outcome === "done").length;
  return {
    title: bulkSummary(action, done, results.length - done),
    results: results.map(({ number, outcome }) => ({
      number,
      isDone: outcome === "done",
      isKnown: outcome !== "unknown",
      text: outcome === "done" ? doneWords(action) : skipWords(outcome),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { staff, by, office } = await openOffice(request, "orders");
  const form = await readForm(request);
  const list = orderListPath(text(form, "retour"));
  const choices = choicesFrom(form.getAll("choix").map(String));
  const action = bulkActionOf(text(form, "faire"));
  const key = text(form, "cle");
  if (!action || choices.length === 0) return nothingToDo(list, choices);
  if (!mayBulk(staff.role, action)) throw new Response(null, { status: 404 });
  // From the list: what is chosen becomes an address, and nothing is done yet.
  if (!isFormKey(key)) {
    const choix = choices.map(choiceText).join(" ");
    return redirect(addressOf({ faire: bulkActions[action].value, retour: list, choix }), 303);
  }
  const { words, ...view } = wordsOf(action, form);
  if (words === undefined) return refusal<Refused>(view);
  const report = await office.runBulk({ key, action, choices, text: words }, by);
  return redirect(addressOf({ resultat: report.id, retour: list }), 303);
}

type Refused = FormView<"motif" | "precision" | "note">;

/** The reason or the note, by the forms of a single order. */
function wordsOf(action: BulkAction, form: FormData): Refused & { words?: string | undefined } {
  if (action === "note") {
    const { value, ...view } = parseForm(form, noteForm);
    return { ...view, words: value?.note };
  }
  if (action !== "cancelled") return { ...NOTHING_TYPED, words: "" };
  const { value, ...view } = parseForm(form, cancelForm);
  return { ...view, words: value && reasonWords(value) };
}

const addressOf = (query: Record<string, string>) => [HERE, new URLSearchParams(query)].join("?");

const nothingToDo = (list: string, choices: readonly unknown[]) =>
  redirectWithFlash(list, {
    type: "error",
    message: `${choices.length === 0 ? "Aucune commande n'est cochée" : "Dites ce qui est à faire"}\u00a0: rien n'a été fait.`,
  });

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => officeMeta(matches, titleOf(data));

function titleOf(data: ReturnType<typeof useLoaderData<typeof loader>> | undefined): string {
  if (data?.step === "report") return data.report.title;
  if (data?.step !== "plan") return "Actions groupées";
  return data.will.length > 0
    ? bulkPress(data.action, data.will.length)
    : `${bulkActions[data.action].title}\u00a0: aucune commande`;
}

export default function Bulk() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={titleOf(page)} refused={refused} className="page">
      {page.step === "plan" ? <Plan {...page} refused={refused} /> : <Report {...page} />}
    </OfficePage>
  );
}

type Page<Step> = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { step: Step }>;

const BackToList = ({ to, children }: { to: string; children: string }) => (
  <Link className="link inline-block py-2" to={to}>
    {children}
  </Link>
);

const orderColumn = {
  label: "Commande",
  isHeading: true,
  cell: ({ number, isKnown }: { number: string; isKnown: boolean }) =>
    isKnown ? <OrderLink number={number} className="link inline-block whitespace-nowrap" /> : number,
};

function Plan(props: Page<"plan"> & { refused: Refused | undefined }) {
  const { action, list, back, will, left, formKey, refused } = props;
  const { search } = useLocation();
  const columns = [
    orderColumn,
    { label: "Client", cell: ({ name }: (typeof will)[number]) => name },
    { label: "Statut", cell: ({ status }: (typeof will)[number]) => status },
  ];
  const total = { label: "Total", isNumber: true, cell: ({ total }: (typeof will)[number]) => total };
  const why = { label: "Pourquoi", cell: ({ skip }: (typeof will)[number]) => skip };
  return (
    <>
      {will.length > 0 ? (
        // Its own address, where the choice is.
        <Form method="post" action={`${HERE}${search}`} noValidate>
          <input type="hidden" name="cle" value={formKey} />
          <input type="hidden" name="faire" value={bulkActions[action].value} />
          <input type="hidden" name="retour" value={list} />
          <input type="hidden" name="choix" value={will.map(({ value }) => value).join(" ")} />
          <div className="max-w-prose">
            {action === "cancelled" && <CancelFields refused={refused} />}
            {action === "note" && <NoteField refused={refused} />}
          </div>
          <p className="mb-6 mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
            <Submit className="button-primary">{bulkPress(action, will.length)}</Submit>{" "}
            <BackToList to={back}>Ne rien faire</BackToList>
          </p>
          <CardTable
            caption="Ce qui sera fait"
            columns={[...columns, total]}
            rows={will}
            keyOf={({ value }) => value}
          />
        </Form>
      ) : (
        <Nothing title={"Rien ne sera fait\u00a0: chaque commande est laissée de côté."}>
          <p className="mt-2">
            <BackToList to={back}>Retour aux commandes</BackToList>
          </p>
        </Nothing>
      )}
      {left.length > 0 && (
        <Section
          title={`${plural(left.length, "Laissée de côté", "Laissées de côté")} (${left.length})`}
          id="laissees"
          className="mt-8"
        >
          <CardTable caption="Laissées de côté" columns={[...columns, why]} rows={left} keyOf={({ value }) => value} />
        </Section>
      )}
    </>
  );
}

function Report({ list, report: { results } }: Page<"report">) {
  return (
    <>
      <CardTable
        caption="Résultat de chaque commande"
        columns={[
          orderColumn,
          {
            label: "Résultat",
            cell: ({ text, isDone }: (typeof results)[number]) => (
              <Status tone={isDone ? "good" : "bad"}>{text}</Status>
            ),
          },
        ]}
        rows={results}
        keyOf={({ number }) => number}
      />
      <p className="mt-6">
        <BackToList to={list}>Retour aux commandes</BackToList>
      </p>
    </>
  );
}
