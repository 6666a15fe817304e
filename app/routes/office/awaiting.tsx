import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PressedList } from "~/components/office/pressed-list";
import { Submit } from "~/components/office/submit";
import { PhoneLink } from "~/components/ui/phone-link";
import { variantWords } from "~/domain/catalogue/size";
import { formatPhone, normalisePhone } from "~/domain/values/phone";
import { counted } from "~/domain/values/plural";
import { readForm, text } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { openOffice } from "./open-office.server";

/** Who waits for a size: those to call, since it is back, first. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "calls");
  const variants = await office.awaitedVariants();
  return {
    variants: variants.map(({ sku, name, stock, byEmail, byPhone, toCall, ...choice }) => ({
      ...{ sku, stock, toCall, title: `${name}, ${variantWords(choice)}` },
      waiting: [byEmail > 0 && counted(byEmail, "e-mail"), byPhone > 0 && counted(byPhone, "téléphone")]
        .filter(Boolean)
        .join(", "),
    })),
  };
}

const HERE = "/gestion/attentes";

export async function action({ request }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  const phone = normalisePhone(text(form, "telephone"));
  const shown = form.getAll("article").map(String);
  if (text(form, "intent") !== "appele" || phone === undefined || shown.length === 0)
    return refusal({ intro: "Nous n'avons pas compris cette demande\u00a0: utilisez les boutons de la page." });
  const count = await office.markCalled(phone, by, shown);
  if (count === 0) return refusal({ intro: "Cette personne n'attend plus d'appel." });
  return redirectWithSuccess(HERE, "C'est noté\u00a0: ses demandes sont effacées.");
}

const TITLE = "Qui attend une pointure";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Awaiting() {
  const { variants } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage
      title={TITLE}
      refused={refused}
      lead={<p className="mt-1 text-muted">Les e-mails partent seuls. Appelez ceux qui ont laissé un téléphone.</p>}
      className="page office-narrow pb-8"
    >
      {variants.length === 0 && <Nothing title="Personne n'attend de pointure." />}
      <PressedList>
        {variants.map(({ sku, title, stock, waiting, toCall }) => (
          <li key={sku} className="border-t py-4">
            <h2 className="text-xl">{title}</h2>
            <p className="text-muted">
              {stock === 0 ? "Épuisée" : `${stock} en stock`}. En attente&nbsp;: {waiting}.
            </p>
            <ul>
              {toCall.map((phone) => (
                <li key={phone}>
                  <Form method="post" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
                    <PhoneLink phone={phone} />
                    <input type="hidden" name="telephone" value={phone} />
                    {variants
                      .filter((variant) => variant.toCall.includes(phone))
                      .map((variant) => (
                        <input key={variant.sku} type="hidden" name="article" value={variant.sku} />
                      ))}
                    <Submit name="intent" value="appele" className="button">
                      Déjà appelé&nbsp;: effacer ses demandes<span className="sr-only">, {formatPhone(phone)}</span>
                    </Submit>
                  </Form>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </PressedList>
    </OfficePage>
  );
}
