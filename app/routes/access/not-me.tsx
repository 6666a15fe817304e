import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/layout/page-meta";
import { LINK_GONE } from "~/domain/access-texts";
import type { RouteHandle } from "~/route-handle";
import { readForm } from "~/server/form.server";
import { tokenOf } from "~/server/mailed-token.server";
import { refusal } from "~/server/refusal.server";
import { redirectWithFlash } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { loadAccountLink } from "./link.server";
import { LinkGone } from "./link-gone";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "registration");

/** The reader of a confirmation mail for an account that is not theirs deletes the account. */
export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const isDone = await (await getShop()).accounts.disown(tokenOf(request) ?? "");
  if (!isDone) return refusal(null);
  const message = "Le compte ouvert avec votre adresse est supprimé.";
  return redirectWithFlash("/", { type: "success", message });
}

const TITLE = "Ce n'est pas moi";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.token ? TITLE : LINK_GONE,
    description: "Supprimer un compte ouvert avec votre adresse.",
  });

export default function NotMe() {
  const { token } = useLoaderData<typeof loader>();
  if (!token) return <LinkGone next={[{ href: "/contact", label: "Nous écrire" }]} />;
  return (
    <div className="page max-w-prose py-8">
      <h1 className="text-2xl">{TITLE}</h1>
      <p className="mt-2">
        Quelqu'un a ouvert un compte avec votre adresse e-mail. Vous pouvez le supprimer&nbsp;: il perd son panier, sa
        liste de souhaits et ses commandes, et plus personne n'y est connecté.
      </p>
      <form method="post" action={`/register/pas-moi?jeton=${token}`} className="mt-6">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton className="button-primary w-full sm:w-auto">Supprimer ce compte</SubmitButton>{" "}
          <a className="link py-2" href={`/register/confirmation?jeton=${token}`}>
            C'est bien mon compte
          </a>
        </div>
      </form>
    </div>
  );
}
