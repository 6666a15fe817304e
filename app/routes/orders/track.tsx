import { parseWithZod } from "@conform-to/zod/v3";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData } from "@remix-run/react";
import { ErrorSummary, type Problem } from "~/components/forms/error-summary";
import { orderNumberField, phoneField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/ui/meta";
import { type TrackErrors, type TrackValues, trackFields, trackSchema } from "~/domain/track-form";
import { readForm, text } from "~/server/form.server";
import { isRefused, refusal } from "~/server/refusal.server";
import { ensureVisitor } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";

export const handle = { private: true };

export const loader = ({ context }: LoaderFunctionArgs) => ({ isRefused: isRefused(context) });

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const values: TrackValues = { numero: text(form, "numero"), telephone: text(form, "telephone") };
  const known = new FormData();
  for (const field of trackFields) known.append(field, values[field]);
  const submission = parseWithZod(known, { schema: trackSchema });
  if (submission.status !== "success") {
    const errors: TrackErrors = {};
    const found = submission.reply().error ?? {};
    for (const field of trackFields) if (found[field]?.[0]) errors[field] = found[field][0];
    const problems: Problem[] = trackFields.flatMap((field) =>
      errors[field] ? [{ id: `suivi-${field}`, message: errors[field] }] : [],
    );
    return refusal(context, { values, errors, problems, help: undefined });
  }
  const { visitor, headers } = await ensureVisitor(request);
  const order = await (await getShop()).orders.track(submission.value.numero, submission.value.telephone, visitor);
  if (order) return redirect(`/commande/${order.number}`, { status: 303, headers });
  return refusal(context, {
    values,
    errors: {},
    problems: [{ id: "suivi-numero", message: "Commande non trouvée" }],
    help: "Vérifiez le numéro de la commande et le téléphone avec lequel elle a été passée. Si vous ne les avez plus, appelez-nous.",
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: "Suivre ma commande",
    description: "Retrouvez votre commande avec son numéro et votre téléphone.",
    isRefused: data?.isRefused ?? false,
  });

const ofTheOrder = { hint: "Celui de la commande", spokenHint: undefined };

export default function Track() {
  const refused = useActionData<typeof action>();
  const notFound = refused?.help ? refused.problems[0]?.message : undefined;
  const state = refused && { ...refused, errors: { ...refused.errors, ...(notFound ? { numero: notFound } : {}) } };
  return (
    <>
      {refused && <ErrorSummary problems={refused.problems} intro={refused.help} />}
      <div className="page max-w-prose py-8">
        <h1 className="text-2xl">Suivre ma commande</h1>
        <p className="mt-2">Le numéro est sur la page qui a suivi votre commande, par exemple K7MQ-4TXP.</p>
        <form id="suivi" method="post" action="/suivi" noValidate>
          <Fields form="suivi" fields={[orderNumberField, { ...phoneField, ...ofTheOrder }]} state={state} />
          <div className="mt-6">
            <SubmitButton className="button-primary w-full sm:w-auto">Trouver ma commande</SubmitButton>
          </div>
        </form>
      </div>
    </>
  );
}
