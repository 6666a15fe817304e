import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PressedList } from "~/components/office/pressed-list";
import { Submit } from "~/components/office/submit";
import { formatFigures } from "~/domain/values/dates";
import { readForm, text } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { openOffice } from "./open-office.server";
import { OrderLink } from "./order-link";

/** Reviews that wait to be read: nothing is published by itself. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "calls");
  const reviews = await office.waitingReviews();
  return {
    reviews: reviews.map(({ id, name, number, rating, text, author, wilaya, at }) => ({
      ...{ id, name, number, rating, text, at: formatFigures(at) },
      by: [author, wilaya].filter(Boolean).join(", "),
    })),
  };
}

const HERE = "/gestion/avis";

export async function action({ request }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  const intent = text(form, "intent");
  if (intent !== "publier" && intent !== "refuser")
    return refusal({ intro: "Choisissez «\u00a0Publier\u00a0» ou «\u00a0Refuser\u00a0»." });
  const state = intent === "publier" ? "published" : "refused";
  if (!(await office.decideReview(text(form, "avis"), state, by, false)))
    return refusal({ intro: "Cet avis n'attend plus\u00a0: quelqu'un l'a déjà lu, ou il est effacé." });
  return redirectWithSuccess(HERE, state === "published" ? "Avis publié." : "Avis refusé, et effacé.");
}

const TITLE = "Avis à lire";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Reviews() {
  const { reviews } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={TITLE} count={reviews.length} refused={refused} className="page office-narrow pb-8">
      {reviews.length === 0 && <Nothing title="Aucun avis n'attend." />}
      <PressedList>
        {reviews.map(({ id, name, number, rating, text, by, at }) => (
          <li key={id} className="border-t py-4">
            <h2 className="text-xl">
              {name}&nbsp;: {rating} sur 5
            </h2>
            <p className="text-muted">
              {by}, {at}, commande <OrderLink number={number} />
            </p>
            {text && <p className="mt-2 whitespace-pre-wrap break-words">{text}</p>}
            <Form method="post" className="mt-3 flex flex-wrap gap-3">
              <input type="hidden" name="avis" value={id} />
              <Submit name="intent" value="publier">
                Publier<span className="sr-only"> l'avis sur {name}</span>
              </Submit>
              <Submit name="intent" value="refuser" className="button">
                Refuser<span className="sr-only"> l'avis sur {name}</span>
              </Submit>
            </Form>
          </li>
        ))}
      </PressedList>
    </OfficePage>
  );
}
