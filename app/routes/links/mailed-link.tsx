import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, matchRoutes, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/layout/page-meta";
import { ButtonLink } from "~/components/ui/links";
import { readForm } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import type { Shop } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";

interface MailedLink {
  path: string;
  title: string;
  description: string;
  button: string;
  text: string;
  /** For a link that is not complete, or no longer valid. */
  otherwise: { text: string; href: string; label: string };
  done: { to: string; message: string };
  act: (shop: Shop, token: string) => Promise<boolean>;
  /** Said without a token, or when `act` is false. */
  refused: string;
  /** Mail programs send it by a button of their own (RFC 8058), and follow no redirect. */
  byProgram?: boolean;
}

/** Of a link whose button only ends something. */
const ending = {
  otherwise: {
    text: "Ce lien n'est pas complet ou n'est plus valable. Ouvrez-le de nouveau depuis l'e-mail, ou contactez-nous.",
    href: "/contact",
    label: "Nous écrire",
  },
  refused: "Rien n'a été fait\u00a0: ce lien n'est plus valable. Contactez-nous.",
};
const toNewsletter = {
  text:
    "Ce lien n'est pas complet ou n'est plus valable. Ouvrez-le de nouveau depuis l'e-mail, ou inscrivez-vous " +
    "encore une fois.",
  href: "/newsletter",
  label: "Newsletter",
};

const links: MailedLink[] = [
  {
    path: "/avis/ne-plus-ecrire",
    title: "Ne plus me demander d'avis",
    description: "Ne plus recevoir d'e-mail qui demande votre avis.",
    button: "Ne plus me demander d'avis",
    text: "Nous n'écrirons plus à votre adresse pour demander un avis, ni après cette commande, ni après d'autres.",
    ...ending,
    done: { to: "/shop", message: "C'est noté\u00a0: nous ne vous demanderons plus d'avis par e-mail." },
    act: ({ reviews }, token) => reviews.refuseLetters(token),
    byProgram: true,
  },
  {
    path: "/prevenez-moi/oublier",
    title: "Ne plus me prévenir",
    description: "Effacer vos demandes de retour en stock.",
    button: "Ne plus me prévenir",
    text:
      "Toutes les demandes de retour en stock faites avec votre adresse seront effacées. Pendant 30 jours, nous n'en " +
      "prendrons plus, même si quelqu'un en fait une de nouveau.",
    ...ending,
    done: { to: "/shop", message: "Vos demandes sont effacées\u00a0: nous ne vous préviendrons plus." },
    act: ({ stockAlerts }, token) => stockAlerts.refuse(token),
    byProgram: true,
  },
  {
    path: "/newsletter/confirmation",
    title: "Confirmer mon inscription",
    description: "Il ne manque que votre accord pour recevoir notre newsletter.",
    button: "Confirmer",
    text: "Vous recevrez nos nouveautés et nos offres par e-mail, de temps en temps.",
    otherwise: toNewsletter,
    done: { to: "/", message: "Votre inscription à la newsletter est confirmée." },
    act: ({ newsletter }, token) => newsletter.confirm(token),
    refused: "Rien n'a été confirmé\u00a0: ce lien n'est plus valable.",
  },
  {
    path: "/newsletter/desinscription",
    title: "Se désinscrire",
    description: "Ne plus recevoir notre newsletter.",
    button: "Me désinscrire",
    text:
      "Vous ne recevrez plus notre newsletter, et votre adresse sera effacée. Pendant 30 jours, nous n'y écrirons " +
      "plus, même si quelqu'un l'inscrit de nouveau.",
    otherwise: toNewsletter,
    done: { to: "/newsletter", message: "Cette adresse est désinscrite de notre newsletter." },
    act: ({ newsletter }, token) => newsletter.unsubscribe(token).then(() => true),
    refused: "Rien n'a été fait\u00a0: ce lien n'est pas complet.",
    byProgram: true,
  },
];

const linkAt = (pathname: string) => matchRoutes(links, pathname)?.[0]?.route as MailedLink;

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) });

export async function action({ request }: ActionFunctionArgs) {
  const { act, refused, done, byProgram } = linkAt(new URL(request.url).pathname);
  const token = tokenOf(request);
  const isOneClick = (await readForm(request)).get("List-Unsubscribe") === "One-Click";
  const isDone = token !== undefined && (await act(await getShop(), token));
  if (!isDone) return refusal({ intro: refused });
  if (byProgram && isOneClick) return null;
  return redirectWithSuccess(done.to, done.message);
}

export const meta: MetaFunction = ({ matches, location }) => pageMeta(matches, linkAt(location.pathname));

/** The page of a mailed link, with a button, because mail scanners open links. */
export default function MailedLinkPage() {
  const { token } = useLoaderData<typeof loader>();
  const refused = useActionData<{ intro: string }>()?.intro;
  const { path, title, text, button, otherwise } = linkAt(useLocation().pathname);
  return (
    <>
      {refused && <ErrorSummary within="page" problems={[]} intro={refused} />}
      <div className="page py-8">
        <div className="prose">
          <h1 className="text-2xl">{title}</h1>
          {token && !refused ? (
            <>
              <p>{text}</p>
              <OwnForm action={`${path}?jeton=${token}`} className="mt-6">
                <SubmitButton>{button}</SubmitButton>
              </OwnForm>
            </>
          ) : (
            <>
              <p>{otherwise.text}</p>
              <p>
                <ButtonLink href={otherwise.href}>{otherwise.label}</ButtonLink>
              </p>
            </>
          )}
        </div>
      </div>
    </>
  );
}
