import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useRef } from "react";
import { CardTable } from "~/components/office/card-table";
import { fieldOf, TextField } from "~/components/office/fields";
import { useLeaveGuard } from "~/components/office/leave-guard";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { Submit } from "~/components/office/submit";
import { variantWords } from "~/domain/catalogue/size";
import { pairsField, pairsFrom, RECEIPT, receiptForm, sumWords, variantIdsIn } from "~/domain/office/receipt";
import { readForm } from "~/forms/form.server";
import { type FormView, parseForm, problemsOf } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithFlash, redirectWithSuccess } from "~/session/flash.server";
import { isFormKey, mintFormKey } from "~/tokens/form-key.server";
import { openOffice } from "./open-office.server";
import { receiptPath, STOCK } from "./receipt-path";

/**
 * Pairs that came of a product. The form's key is in the address, so that reload and Back, which
 * fill in again what was typed, show what the form has noted and never the form.
 */

export const handle = { office: { see: "parcels" } } satisfies RouteHandle;

const keyOf = ({ url }: Request) => new URL(url).searchParams.get("cle") ?? "";

export async function loader({ request, params: { slug = "" } }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "parcels");
  const key = keyOf(request);
  const page = await office.receiptPage(slug, key);
  if (!page) throw new Response(null, { status: 404 });
  if (!isFormKey(key)) throw redirect(receiptPath(slug, mintFormKey()), 303);
  const sizes = page.sizes.map(({ id, sku, stock, ...choice }) => ({ id, sku, stock, words: variantWords(choice) }));
  const words = new Map(sizes.map((size) => [size.sku, size.words]));
  const noted = page.noted.map((one) => `${words.get(one.sku) ?? one.sku}\u00a0: ${sumWords(one)}`);
  return { name: page.name, again: receiptPath(slug), sizes, noted };
}

export async function action({ request, params: { slug = "" } }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "parcels");
  const form = await readForm(request);
  const key = keyOf(request);
  if (!isFormKey(key)) return redirect(receiptPath(slug), 303);
  const ids = variantIdsIn(form.keys());
  const { value, ...view } = parseForm(form, receiptForm(ids));
  if (!value) return refuse(view);
  const came = new Map(ids.map((id) => [id, pairsFrom(value[pairsField(id)] ?? "") ?? 0]));
  for (const [id, pairs] of came) if (pairs === 0) came.delete(id);
  if (came.size === 0) return refuse(view, "Aucun nombre n'est écrit\u00a0: rien n'est changé.");
  const result = await office.receive({ slug, key, came }, by);
  switch (result.outcome) {
    case "noted":
      return redirectWithSuccess(receiptPath(slug, key), "C'est noté.");
    case "key-used":
      return keyUsed();
    case "too-few": {
      const errors = Object.fromEntries(result.ids.map((id) => [pairsField(id), "Il n'y en a pas autant en stock"]));
      return refuse({ ...view, errors }, "Rien n'est changé.");
    }
    case "changed":
      return refuse(view, "Ce modèle a changé entre-temps\u00a0: relisez, puis recommencez.");
  }

  /** In the summary each error says of which size it is. */
  async function refuse(view: Refused, intro?: string) {
    const page = await office.receiptPage(slug, key);
    if (page && page.noted.length > 0) return keyUsed();
    const errors = (page?.sizes ?? []).flatMap(({ id, ...size }) => {
      const name = pairsField(id);
      const error = view.errors[name];
      return error ? [[name, `${variantWords(size)}\u00a0: ${error.charAt(0).toLowerCase()}${error.slice(1)}`]] : [];
    });
    return refusal<Refused>({ ...view, problems: problemsOf(RECEIPT, Object.fromEntries(errors)), intro });
  }

  /** To what the form has noted, whose fields are gone. */
  function keyUsed() {
    const message = "Ce formulaire avait déjà servi\u00a0: voici ce qu'il a noté. Le reste n'est pas compté.";
    return redirectWithFlash(receiptPath(slug, key), { type: "error", message });
  }
}

type Refused = FormView<string>;

const titleOf = (name = "") => `Paires reçues\u00a0: ${name}`;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => officeMeta(matches, titleOf(data?.name));

export default function Receipt() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={titleOf(page.name)} refused={refused} className="page pb-8">
      {page.noted.length > 0 ? (
        <>
          <ul className="tabular-nums">
            {page.noted.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="mt-6 flex flex-wrap gap-x-6 gap-y-3">
            <Link className="button" to={page.again}>
              Noter d'autres paires
            </Link>
            <Link className="link inline-block py-2" to={STOCK}>
              Retour au stock
            </Link>
          </p>
        </>
      ) : (
        <ReceiptFields {...page} refused={refused} />
      )}
    </OfficePage>
  );
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

function ReceiptFields({ sizes, refused }: Page & { refused: Refused | undefined }) {
  const { pathname, search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form);
  return (
    // Its own address, where the key is.
    <Form method="post" action={`${pathname}${search}`} noValidate ref={form}>
      <p className="max-w-prose text-muted">
        Écrivez combien de paires sont venues. Avec un moins, elles sont parties&nbsp;: -2. Les autres champs restent
        vides.
      </p>
      <CardTable
        caption="Pointures du modèle"
        rows={sizes}
        keyOf={({ id }) => id}
        columns={[
          { label: "Choix", isHeading: true, cell: ({ words }) => words },
          { label: "Référence", cell: ({ sku }) => sku },
          { label: "En stock", isNumber: true, cell: ({ stock }) => stock },
          {
            label: "Paires reçues",
            cell: ({ id, words }) => (
              <TextField
                field={fieldOf(RECEIPT, pairsField(id), refused)}
                label={<span className="sr-only">Paires reçues, {words}</span>}
                className="max-w-[12rem]"
              />
            ),
          },
        ]}
      />
      <p className="mt-6">
        <Submit>Noter ces paires</Submit>
      </p>
    </Form>
  );
}
