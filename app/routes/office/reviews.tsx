import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { InTwoPresses } from "~/components/office/in-two-presses";
import { LastDone } from "~/components/office/last-done";
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
import type { OrderReview } from "~/shop/services/office";
import { openOffice } from "./open-office.server";
import { OrderLink } from "./order-link";

/** Reviews that wait to be read, as nothing is published by itself, and the last that were. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "calls");
  const [waiting, published] = await Promise.all([office.waitingReviews(), office.publishedReviews()]);
  return { waiting: waiting.map(viewOf), published: published.map(viewOf) };
}

const viewOf = ({ id, name, number, rating, text, author, wilaya, at }: OrderReview) => ({
  ...{ id, name, number, rating, text, at: formatFigures(at) },
  by: [author, wilaya].filter(Boolean).join(", "),
});

const HERE = "/gestion/avis";

const presses = new Map<string, { state: "published" | "refused"; isPublished: boolean; done: string }>([
  ["publier", { state: "published", isPublished: false, done: "Avis publié." }],
  ["refuser", { state: "refused", isPublished: false, done: "Avis refusé, et effacé." }],
  ["retirer", { state: "refused", isPublished: true, done: "Avis retiré, et effacé." }],
]);

export async function action({ request }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  const press = presses.get(text(form, "intent"));
  if (!press) return refusal({ intro: "Choisissez «\u00a0Publier\u00a0» ou «\u00a0Refuser\u00a0»." });
  const { state, isPublished, done } = press;
  if (await office.decideReview(text(form, "avis"), state, by, isPublished)) return redirectWithSuccess(HERE, done);
  return refusal({
    intro: isPublished
      ? "Cet avis n'est plus publié\u00a0: il est effacé."
      : "Cet avis n'attend plus\u00a0: quelqu'un l'a déjà lu, ou il est effacé.",
  });
}

const TITLE = "Avis à lire";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Reviews() {
  const { waiting, published } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={TITLE} count={waiting.length} refused={refused} className="page office-narrow pb-8">
      {waiting.length === 0 && <Nothing title="Aucun avis n'attend." />}
      <PressedList>
        {waiting.map((review) => (
          <ReviewItem key={review.id} review={review}>
            <Submit name="intent" value="publier">
              Publier<span className="sr-only"> l'avis sur {review.name}</span>
            </Submit>
            <Erase label="Refuser" review={review}>
              <Submit name="intent" value="refuser" className="button" describedBy={`effacer-${review.id}`}>
                Refuser et effacer<span className="sr-only"> l'avis sur {review.name}</span>
              </Submit>
            </Erase>
          </ReviewItem>
        ))}
      </PressedList>
      {published.length > 0 && (
        <LastDone title="Derniers avis publiés">
          {published.map((review) => (
            <ReviewItem key={review.id} review={review}>
              <Erase label="Retirer" review={review}>
                <Submit name="intent" value="retirer" className="button" describedBy={`effacer-${review.id}`}>
                  Retirer et effacer<span className="sr-only"> l'avis sur {review.name}</span>
                </Submit>
              </Erase>
            </ReviewItem>
          ))}
        </LastDone>
      )}
    </OfficePage>
  );
}

type ReviewView = ReturnType<typeof viewOf>;

function ReviewItem({ review, children }: { review: ReviewView; children: ReactNode }) {
  const { id, name, number, rating, text, by, at } = review;
  return (
    <li className="border-t py-4">
      <h2 className="text-xl">
        {name}&nbsp;: {rating} sur 5
      </h2>
      <p className="text-muted">
        {by}, {at}, commande <OrderLink number={number} />
      </p>
      {text && (
        <p dir="auto" className="mt-2 whitespace-pre-wrap break-words">
          {text}
        </p>
      )}
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="avis" value={id} />
        {children}
      </Form>
    </li>
  );
}

function Erase({ label, review, children }: { label: string; review: ReviewView; children: ReactNode }) {
  return (
    <InTwoPresses
      summary={
        <>
          {label}
          <span className="sr-only"> l'avis sur {review.name}</span>
        </>
      }
      id={`effacer-${review.id}`}
      hint="Ses mots sont effacés aussitôt, pour toujours."
    >
      {children}
    </InTwoPresses>
  );
}
