import { type ActionFunctionArgs, data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Fields } from "~/components/forms/fields-island";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { RadioGroup } from "~/components/forms/radio-group";
import { SubmitRow } from "~/components/forms/submit-row";
import type { TextFieldSpec } from "~/components/forms/text-control";
import { pageMeta } from "~/components/layout/page-meta";
import { LineLink, TallLink } from "~/components/ui/links";
import { fitNames, type Rating, type ReviewState, ratings } from "~/domain/catalogue/review";
import { reviewForm } from "~/domain/catalogue/review-form";
import { fits, variantWords } from "~/domain/catalogue/size";
import { readForm } from "~/forms/form.server";
import { type FormView, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { NOT_FOUND, NotFound } from "./dead-ends";
import { reviewableOrder } from "./reviewer.server";

type Refused = FormView<keyof typeof reviewForm.schema.shape>;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ordered = await reviewableOrder(request, params.number ?? "");
  if (!ordered) return data({ ordered: null }, { status: 404 });
  const { number, isDelivered, author, wilaya, page, order } = ordered;
  const lines = ordered.lines.map((line) => ({
    id: line.variantId,
    name: `${line.name}, ${variantWords(line)}`,
    slug: line.productSlug,
    state: line.state,
  }));
  const signature = [author, wilaya].filter(Boolean).join(", ");
  // Neither links nor caches may pass on an address that opens the page.
  const headers = { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
  const init = new URL(request.url).search ? { headers } : {};
  return data({ ordered: { number, isDelivered, signature, page, order, lines } }, init);
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request);
  const ordered = await reviewableOrder(request, params.number ?? "");
  if (!ordered) return data(null, { status: 404 });
  const { value, ...view } = parseForm(form, reviewForm);
  if (!value) return refusal<Refused>(view);
  const review = { variantId: value.article, rating: Number(value.note), fit: value.taille, text: value.texte };
  switch (await (await getShop()).reviews.send(ordered.number, ordered.reviewer, review)) {
    case "sent":
      return redirectWithSuccess(ordered.page, "Merci\u00a0! Nous lisons votre avis avant de le publier.");
    case "given":
      return refusal<Refused>({ ...view, intro: "Vous avez déjà donné votre avis sur cet article." }, 409);
    case "closed":
      return refusal<Refused>({ ...view, intro: "Cette commande n'est pas livrée\u00a0: rien n'a été envoyé." }, 409);
    default:
      return refusal<Refused>(withErrors(view, reviewForm.id, { article: "Choisissez un article de cette commande" }));
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.ordered ? `Votre avis – commande n°\u00a0${data.ordered.number}` : NOT_FOUND });

const words: TextFieldSpec = {
  name: "texte",
  label: "Votre avis",
  hint: "Facultatif\u00a0: confort, pointure, qualité. Pas de nom ni de téléphone.",
  rows: 5,
};

const names: Record<Rating, string> = { 5: "Excellent", 4: "Bien", 3: "Correct", 2: "Décevant", 1: "Mauvais" };

const outcomes: Record<Exclude<ReviewState, "open">, string> = {
  waiting: "Avis reçu, nous le lisons avant de le publier",
  published: "Avis publié",
  refused: "Avis non publié",
};

export default function ReviewOrder() {
  const { ordered } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (!ordered) return <NotFound />;
  const { number, isDelivered, signature, page, order, lines } = ordered;
  const open = lines.filter(({ state }) => state === "open");
  const [only] = open.length === 1 ? open : [];
  const { values, errors }: Pick<Refused, "values" | "errors"> = refused ?? { values: {}, errors: {} };
  return (
    <FormPage title={isDelivered && open.length === 0 ? "Merci pour votre avis" : "Votre avis"} refused={refused}>
      <p className="mt-2">
        Commande <span className="inline-block">n°&nbsp;{number}</span>
      </p>
      {!isDelivered && (
        <p className="mt-4">Un avis se donne sur ce qu'on a reçu, et cette commande n'est pas livrée.</p>
      )}
      {lines.length > open.length && (
        <ul className="mt-4 divide-y border-y">
          {lines.map(
            ({ id, name, slug, state }) =>
              state !== "open" && (
                <li key={id} className="py-3">
                  {name}
                  <span className="block text-sm text-muted">{outcomes[state]}</span>
                  {state === "published" && (
                    <LineLink href={`/product/${slug}/avis`}>
                      Lire les avis<span className="sr-only"> sur {name}</span>
                    </LineLink>
                  )}
                </li>
              ),
          )}
        </ul>
      )}
      {open.length > 0 && (
        <OwnForm id="avis" action={page} noValidate className="mt-6">
          {only ? (
            <p className="font-semibold">
              <input type="hidden" name="article" value={only.id} />
              {only.name}
            </p>
          ) : (
            <Picks
              name="article"
              legend="Article"
              error={errors.article}
              chosen={values.article}
              picks={open.map(({ id, name }) => [id, name])}
            />
          )}
          <div className="mt-5">
            <Picks
              name="note"
              legend="Votre note"
              error={errors.note}
              chosen={values.note}
              picks={ratings.map((rating) => [String(rating), `${rating} – ${names[rating]}`])}
            />
          </div>
          <div className="mt-5">
            <Picks
              name="taille"
              legend="Cette paire taille… (facultatif)"
              error={undefined}
              chosen={values.taille}
              picks={fits.map((fit) => [fit, fitNames[fit]])}
            />
          </div>
          <Fields form="avis" fields={[words]} state={{ values, errors }} />
          <p className="hint mt-4">
            Publié avec votre prénom et votre wilaya&nbsp;: {signature}. Un avis envoyé ne se change plus.
          </p>
          <SubmitRow>Envoyer mon avis</SubmitRow>
        </OwnForm>
      )}
      {order && (
        <p className="mt-6">
          <TallLink href={order}>Retour à la commande</TallLink>
        </p>
      )}
    </FormPage>
  );
}

interface PicksProps {
  name: "article" | "note" | "taille";
  legend: string;
  error: string | undefined;
  chosen: string | undefined;
  picks: (readonly [value: string, text: string])[];
}

/** Radios in a row; the error summary links to the first. */
function Picks({ name, legend, error, chosen, picks }: PicksProps) {
  return (
    <RadioGroup name={name} id={`avis-${name}-error`} legend={legend} error={error}>
      {(invalid) => (
        <div className="mt-2 flex flex-wrap gap-2">
          {picks.map(([value, text], index) => (
            <label key={value} className="pick">
              <input
                type="radio"
                name={name}
                value={value}
                id={index === 0 ? `avis-${name}` : undefined}
                defaultChecked={value === chosen}
                required={name !== "taille"}
                {...invalid}
              />
              <span>{text}</span>
            </label>
          ))}
        </div>
      )}
    </RadioGroup>
  );
}
