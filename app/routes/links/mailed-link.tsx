import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, matchRoutes, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { pageMeta } from "~/components/layout/page-meta";
import { EMAIL_TAKEN, LINK_GONE } from "~/domain/account/access-texts";
import { readForm } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import type { Shop } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";
import { loadAccountLink } from "./account-link.server";
import { LinkGone } from "./link-gone";

interface MailedLink {
  path: string;
  title: string;
  description: string;
  button: string;
  text: string;
  done: { to: string; message: string };
  /** Where the page leads once the link can do nothing. */
  ways: { href: string; label: string }[];
  /** `taken`: the link is valid, but its address has another account, and always will. */
  act: (shop: Shop, token: string) => Promise<boolean | "taken">;
  /** Of an account: the page says whether the link is still valid before its button is used. */
  kind?: "registration" | "email";
  /** The page of the same link's other button. */
  other?: { path: string; label: string };
  /** Of any other: what is said of a link that is not complete, or no longer valid. */
  otherwise?: string;
  /** Said as well, without a token, or when `act` is false. */
  refused?: string;
  /** Mail programs send it by a button of their own (RFC 8058), and follow no redirect. */
  byProgram?: boolean;
}

/** Of a link whose button only ends something. */
const ending = {
  otherwise:
    "Ce lien n'est pas complet ou n'est plus valable. Ouvrez-le de nouveau depuis l'e-mail, ou contactez-nous.",
  ways: [{ href: "/contact", label: "Nous écrire" }],
  refused: "Rien n'a été fait\u00a0: ce lien n'est plus valable. Contactez-nous.",
};
const toNewsletter = {
  otherwise:
    "Ce lien n'est pas complet ou n'est plus valable. Ouvrez-le de nouveau depuis l'e-mail, ou inscrivez-vous " +
    "encore une fois.",
  ways: [{ href: "/newsletter", label: "Newsletter" }],
};

const links: MailedLink[] = [
  {
    path: "/register/confirmation",
    title: "Confirmez votre adresse e-mail",
    description: "L'adresse de votre compte.",
    button: "Confirmer mon adresse",
    text: "Un compte a été ouvert avec cette adresse. Si c'est le vôtre, confirmez-la.",
    kind: "registration",
    other: { path: "/register/pas-moi", label: "Ce n'est pas moi" },
    ways: [
      { href: "/login", label: "Se connecter" },
      { href: "/register", label: "Créer un compte" },
    ],
    done: { to: "/account", message: "Votre adresse e-mail est confirmée." },
    act: ({ access }, token) => access.confirmEmail(token, "registration"),
  },
  {
    path: "/register/pas-moi",
    title: "Ce n'est pas moi",
    description: "Supprimer un compte ouvert avec votre adresse.",
    button: "Supprimer ce compte",
    text:
      "Quelqu'un a ouvert un compte avec votre adresse e-mail. Vous pouvez le supprimer\u00a0: il perd son panier, sa " +
      "liste de souhaits et ses commandes, et plus personne n'y est connecté.",
    kind: "registration",
    other: { path: "/register/confirmation", label: "C'est bien mon compte" },
    ways: [{ href: "/contact", label: "Nous écrire" }],
    done: { to: "/", message: "Le compte ouvert avec votre adresse est supprimé." },
    act: ({ accounts }, token) => accounts.disown(token),
  },
  {
    path: "/email-confirmation",
    title: "Confirmez votre nouvelle adresse e-mail",
    description: "La nouvelle adresse de votre compte.",
    button: "Confirmer cette adresse",
    text: "Vous vous connecterez désormais avec elle, et nous vous y écrirons.",
    kind: "email",
    ways: [{ href: "/account/security", label: "Mon compte" }],
    done: { to: "/account", message: "Votre nouvelle adresse e-mail est confirmée." },
    act: ({ access }, token) => access.confirmEmail(token, "email"),
  },
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
    ...toNewsletter,
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
    ...toNewsletter,
    done: { to: "/newsletter", message: "Cette adresse est désinscrite de notre newsletter." },
    act: ({ newsletter }, token) => newsletter.unsubscribe(token).then(() => true),
    refused: "Rien n'a été fait\u00a0: ce lien n'est pas complet.",
    byProgram: true,
  },
];

const linkAt = (pathname: string) => matchRoutes(links, pathname)?.[0]?.route as MailedLink;

export async function loader({ request }: LoaderFunctionArgs) {
  const { kind } = linkAt(new URL(request.url).pathname);
  return kind ? loadAccountLink(request, kind) : { token: tokenOf(request) };
}

const TAKEN = `${EMAIL_TAKEN}\u00a0: connectez-vous avec elle, ou choisissez-en une autre.`;

export async function action({ request }: ActionFunctionArgs) {
  const link = linkAt(new URL(request.url).pathname);
  const token = tokenOf(request);
  const isOneClick = (await readForm(request)).get("List-Unsubscribe") === "One-Click";
  const outcome = token !== undefined && (await link.act(await getShop(), token));
  if (outcome === "taken") return refusal({ intro: TAKEN });
  // The page of an account's link says that it is gone, once its loader finds no token.
  if (!outcome) return refusal({ intro: link.refused });
  if (link.byProgram && isOneClick) return null;
  return redirectWithSuccess(link.done.to, link.done.message);
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => {
  const link = linkAt(location.pathname);
  return pageMeta(matches, link.kind && !data?.token ? { ...link, title: LINK_GONE } : link);
};

/** The page of a mailed link, with a button, because mail scanners open links. */
export default function MailedLinkPage() {
  const { token } = useLoaderData<typeof loader>();
  const refused = useActionData<{ intro?: string }>()?.intro;
  const { path, title, text, button, kind, other, otherwise, ways } = linkAt(useLocation().pathname);
  if (!token || refused)
    return (
      <LinkGone
        title={kind && !refused ? LINK_GONE : title}
        because={otherwise ?? refused}
        refused={refused}
        ways={ways}
      />
    );
  return (
    <FormPage title={title}>
      <p className="mt-2">{text}</p>
      <OwnForm action={`${path}?jeton=${token}`}>
        <SubmitRow otherwise={other && { href: `${other.path}?jeton=${token}`, label: other.label }}>
          {button}
        </SubmitRow>
      </OwnForm>
    </FormPage>
  );
}
