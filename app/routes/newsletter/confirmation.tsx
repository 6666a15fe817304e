import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/components/ui/meta";
import { readForm } from "~/server/form.server";
import { isRefused, refusal } from "~/server/refusal.server";
import { redirectWithFlash } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { LinkPage } from "./link-page";
import { tokenOf } from "./token.server";

export const handle = { private: true };

export const loader = ({ request, context }: LoaderFunctionArgs) => ({
  token: tokenOf(request),
  isRefused: isRefused(context),
});

/** As often as it is pressed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = tokenOf(request);
  // Nothing in it matters, but it may be too large.
  await readForm(request);
  if (token === undefined || !(await (await getShop()).newsletter.confirm(token)))
    return refusal(context, { intro: "Rien n'a été confirmé\u00a0: ce lien n'est plus valable." });
  return redirectWithFlash("/", { type: "success", message: "Votre inscription à la newsletter est confirmée." });
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: "Confirmer mon inscription",
    description: "Il ne manque que votre accord pour recevoir notre newsletter.",
    isRefused: data?.isRefused ?? false,
    noIndex: true,
  });

export default function Confirmation() {
  const { token } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <LinkPage
      title="Confirmer mon inscription"
      token={token}
      path="/newsletter/confirmation"
      button="Confirmer"
      refused={refused?.intro}
    >
      <p>Vous recevrez nos nouveautés et nos offres par e-mail, de temps en temps.</p>
    </LinkPage>
  );
}
