import { useLoaderData } from "@remix-run/react";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { Chapter } from "~/components/ui/chapter";
import { CallOrWrite } from "~/components/ui/contact-links";
import { TextLink } from "~/components/ui/links";
import { PhoneLink } from "~/components/ui/phone-link";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";

export const handle = { private: false, search: "listed" } satisfies RouteHandle;

export function loader() {
  const { legalName, address, email } = settings.seller;
  return { legalName, address, email, isOwn: settings.apiUrl === undefined };
}

/** As in session/cookies.server; with https their names begin with `__Host-`. */
const cookies = [
  [
    "visitor",
    "un nombre tiré au sort, qui relie ce navigateur à son panier, à sa liste de souhaits et à ses commandes. Il s'efface quand vous vous connectez",
    "un an",
  ],
  [
    "reserve",
    "le nombre que ce navigateur aura avec sa première commande, posé à la visite d'un modèle\u00a0: si la réponse de la boutique se perd, vous retrouvez la commande",
    "un jour",
  ],
  [
    "session",
    "un nombre tiré au sort, qui ouvre votre compte dans ce navigateur pendant 30 jours. Il reste ensuite, pour que la boutique puisse vous dire que votre session a pris fin",
    "90 jours, ou jusqu'à ce que vous vous déconnectiez",
  ],
  [
    "browser",
    "un nombre tiré au sort, posé à la connexion. Il reste ensuite\u00a0: les essais de mot de passe d'un inconnu ne vous ferment pas la porte ici",
    "un an",
  ],
  [
    "provenance",
    "le site et la publicité dont un lien vous a amené ici, notés avec votre commande. Jamais posé si votre navigateur demande à ne pas être suivi",
    "30 jours",
  ],
  ["theme", "clair ou sombre, si vous avez choisi", "un an"],
  [
    "wilaya",
    "le numéro de la wilaya que vous avez choisie, pour vous dire les frais et le délai de livraison avant la commande",
    "un an, ou jusqu'à ce que vous vous déconnectiez",
  ],
  [
    "vus",
    "les douze derniers modèles que vous avez regardés, pour vous les remontrer près du panier. «\u00a0Effacer cette liste\u00a0» les efface",
    "90 jours, ou jusqu'à ce que vous vous déconnectiez",
  ],
  [
    "flash",
    "le message à montrer sur la page suivante, par exemple «\u00a0Article retiré du panier\u00a0»",
    "jusqu'à cette page",
  ],
  ["lite", "les scripts n'ont pas marché ici, les pages viennent sans eux", "une heure"],
] as const;

/** What is stored, why and for how long (loi 18-07); docs/operating.md says how it is deleted. */
export default function Privacy() {
  const { legalName, address, email, isOwn } = useLoaderData<typeof loader>();
  const { shopPhone: phone, hasCard, canChange } = useLayoutData() ?? {};
  const listed = cookies.filter(([name]) => name !== "provenance" || isOwn);
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">Confidentialité</h1>
        <p className="text-lg">
          Nous gardons ce qu'il faut pour vous livrer, et rien d'autre
          {isOwn && " que le lien qui vous a amené ici"}. Pas de publicité, pas de mesure d'audience, aucun service d'un
          autre site dans nos pages, sauf la carte de la page Contact si vous l'ouvrez.
        </p>
      </div>
      <Chapter title="Qui est responsable">
        <p>
          {["Wahrane", legalName, address].filter(Boolean).join(", ")}. Pour toute question sur vos données&nbsp;:{" "}
          {phone && <PhoneLink phone={phone} isInText />}
          {phone && email && " ou "}
          {email && <TextLink href={`mailto:${email}`}>{email}</TextLink>}
          {!phone && !email && <CallOrWrite />}. Ces règles suivent la loi n°&nbsp;18-07 du 10 juin 2018 relative à la
          protection des personnes physiques dans le traitement des données à caractère personnel, modifiée par la loi
          n°&nbsp;25-11 du 24 juillet 2025.
        </p>
      </Chapter>
      <Chapter title="Ce que nous gardons, pourquoi, combien de temps">
        <h3 className="text-lg">Une commande</h3>
        <p>
          Nom, prénom, téléphone, wilaya, commune, adresse, vos remarques, les articles et leur prix, ce que nous notons
          de nos appels et ce que le transporteur dit du colis. C'est ce qu'il faut pour vous appeler, livrer, échanger
          et rembourser. Ces pièces sont gardées dix ans, comme le Code de commerce le demande pour la comptabilité,
          puis votre nom, votre téléphone et votre adresse en sont effacés. Pour que personne ne réserve tout un rayon,
          les commandes et les messages sont comptés par téléphone et par adresse du réseau, sous forme d'empreintes
          effacées après deux jours au plus.
        </p>
        {isOwn && (
          <p>
            Si un lien d'un autre site ou d'une publicité vous a amené ici dans les 30 jours, la commande garde le nom
            de ce site et de cette publicité, pour que nous sachions où l'on nous trouve. Rien n'en est gardé si votre
            navigateur demande à ne pas être suivi («&nbsp;Global Privacy Control&nbsp;», «&nbsp;Do Not Track&nbsp;»).
          </p>
        )}
        <h3 className="text-lg">Un compte</h3>
        <p>
          Votre prénom, votre nom, votre e-mail et, si vous les ajoutez, votre téléphone et votre adresse, pour vous
          retrouver et remplir votre prochaine commande. Votre panier, votre liste de souhaits
          {hasCard ? ", vos commandes et les tampons de votre carte de fidélité" : " et vos commandes"} y sont reliés.
          De votre mot de passe, nous ne gardons qu'une empreinte.
        </p>
        <p>
          Chaque connexion note la date et l'appareil, comme «&nbsp;Chrome, Android&nbsp;», pour que vous puissiez en
          voir la liste et déconnecter les autres. Elle est effacée après 30 jours, ou dès que vous vous déconnectez.
          Les essais de mot de passe sont comptés, sous forme d'empreintes effacées après deux jours au plus.
        </p>
        <p>
          Un e-mail vous demande de confirmer votre adresse, ou permet à qui le lit de supprimer un compte qu'il n'a pas
          ouvert. Un compte est gardé jusqu'à ce que vous le supprimiez. Tout cela est alors effacé aussitôt. Vos
          commandes restent dans notre comptabilité, sans votre nom, votre téléphone, votre adresse, vos remarques ni
          leur provenance&nbsp;; celle qui est en route les garde jusqu'à ce qu'elle soit livrée, retournée ou annulée.
        </p>
        <h3 className="text-lg">Un panier</h3>
        <p>
          Les articles choisis, et ce que vous avez écrit dans le formulaire de livraison sans avoir encore commandé,
          pour que vous le retrouviez. Une commande passée depuis le panier vide les deux. Ce qui reste est effacé deux
          mois au plus après le dernier changement.
        </p>
        <p>
          Tant que la commande n'est pas passée, votre navigateur garde aussi ce que vous écrivez pour elle, un jour au
          plus. Nous n'en recevons rien. Une commande laissée pendant une coupure y attend de même, jusqu'à ce qu'elle
          parte ou que vous l'annuliez.
        </p>
        <h3 className="text-lg">Une liste de souhaits</h3>
        <p>
          Les modèles que vous y mettez, reliés à ce navigateur et à aucun nom ou, quand vous en avez un, à votre
          compte. Vous pouvez la vider quand vous voulez&nbsp;; sans compte, chacun s'efface un an après.
        </p>
        <h3 className="text-lg">Un message</h3>
        <p>
          Votre nom, votre e-mail, le sujet et le message que vous envoyez depuis la page Contact, pour vous répondre.
          Gardés un an. Les e-mails que la boutique envoie sont effacés de sa base après 30 jours.
        </p>
        <h3 className="text-lg">Un retour en stock</h3>
        <p>
          L'e-mail ou le téléphone que vous laissez pour que nous vous prévenions, et ce que vous attendez. L'e-mail est
          effacé de la demande dès que nous vous avons écrit&nbsp;: il n'en reste qu'une empreinte, effacée après 30
          jours si vous n'attendez rien d'autre. Le téléphone l'est après notre appel. Si l'article ne revient pas, la
          demande est effacée après 180 jours. L'e-mail que vous recevez permet d'effacer toutes vos demandes.
        </p>
        <h3 className="text-lg">Un avis</h3>
        <p>
          Votre note et vos mots sur une paire reçue, votre prénom et votre wilaya&nbsp;: ils paraissent sur la page du
          produit une fois que nous les avons lus. Pour faire effacer un avis, contactez-nous. Si vous supprimez votre
          compte, ceux qui attendent le sont aussi, et les autres restent sans prénom ni wilaya. Un seul e-mail demande
          votre avis après une livraison, à l'adresse confirmée de votre compte. Un lien permet de n'en plus
          recevoir&nbsp;: il reste alors une empreinte de l'adresse.
        </p>
        <h3 className="text-lg">La newsletter</h3>
        <p>
          Votre adresse e-mail, et rien d'autre. Tant que vous n'avez pas confirmé, nous vous le demandons une fois par
          jour au plus, trois fois en tout, et l'adresse est effacée 30 jours après la dernière. Confirmée, elle est
          gardée jusqu'à votre désinscription, qui l'efface aussitôt, avec les e-mails qui demandaient votre accord. Il
          n'en reste qu'une empreinte, effacée après 30 jours&nbsp;: d'ici là, nous n'écrivons pas à cette adresse, même
          si quelqu'un l'inscrit de nouveau.
        </p>
        <h3 className="text-lg">Le journal du serveur</h3>
        <p>
          L'adresse des pages demandées, l'heure, la durée. Ni nom, ni téléphone, ni rien de ce qui est écrit dans un
          formulaire.
        </p>
      </Chapter>
      <Chapter title="Qui d'autre les voit">
        <p>
          Le transporteur&nbsp;: votre nom, votre téléphone, votre adresse et la somme à encaisser. Le service qui
          achemine nos e-mails&nbsp;: ceux que nous échangeons. L'hébergeur de ce site, qui les garde pour nous.{" "}
          {isOwn
            ? "Une messagerie, si nous vous y écrivons pour une commande\u00a0: votre téléphone, votre prénom, la commune, le numéro et le total."
            : "La boutique qui prépare nos commandes\u00a0: chacune en entier, avec l'adresse du réseau d'où elle vient."}{" "}
          Personne d'autre. Vos données ne sont ni vendues, ni prêtées, ni envoyées à un réseau social.
        </p>
      </Chapter>
      <Chapter title="Les cookies">
        <p>
          Tous sont nécessaires au fonctionnement de la boutique
          {isOwn && (
            <>
              , sauf <b>provenance</b>
            </>
          )}
          , et aucun n'est lu par un autre site.
        </p>
        <ul>
          {listed.map(([name, purpose, duration]) => (
            <li key={name}>
              <b>{name}</b>
              &nbsp;: {purpose}. Gardé {duration}.
            </li>
          ))}
        </ul>
        <p>
          En https, leur nom commence par <b>__Host-</b>. Sans cookies, vous pouvez tout regarder, mais pas remplir un
          panier ni vous connecter. Votre navigateur retient aussi, pour lui seul, la dernière pointure choisie&nbsp;:
          elle ne nous est envoyée qu'avec une commande.
        </p>
      </Chapter>
      <Chapter title="Vos droits">
        <p>
          Vous pouvez demander à consulter vos données, à les faire corriger ou effacer, et vous opposer à leur usage.
          {canChange &&
            " Le téléphone et l'adresse d'une commande, vous les corrigez vous-même sur sa page, jusqu'à notre appel."}{" "}
          Ce que garde votre compte, vous le corrigez, le téléchargez ou l'effacez avec lui, depuis{" "}
          <TextLink href="/account/security">Connexion et sécurité</TextLink>. Pour le reste, contactez-nous&nbsp;: nous
          vérifions que la demande vient bien de vous, avec votre numéro de commande, et nous répondons dans les dix
          jours. Ce que la loi nous oblige à garder, nous vous le disons. Pour un enfant, c'est son représentant légal
          qui commande, donne son accord et exerce ces droits.
        </p>
        <p>
          Si notre réponse ne vous convient pas, l'Autorité nationale de protection des données à caractère personnel
          (ANPDP) reçoit les réclamations.
        </p>
      </Chapter>
      <Chapter title="Comment elles sont protégées">
        <p>
          Une commande ne s'ouvre que dans le navigateur qui l'a passée, dans votre compte, ou avec son numéro et votre
          téléphone. Sa page ne montre pas ce téléphone en entier
          {canChange && "\u00a0; seul le formulaire qui le corrige, avant notre appel, le fait"}. Ce qui ouvre un panier
          ou un compte n'est connu que de votre navigateur&nbsp;: notre base n'en garde qu'une empreinte. Changer
          d'e-mail ou de mot de passe, ou supprimer le compte, demande votre mot de passe.
        </p>
      </Chapter>
    </div>
  );
}

export const meta = fixedMeta({
  title: "Confidentialité",
  description:
    "Ce que la boutique garde de vous, pourquoi et combien de temps, les cookies par leur nom, et vos droits selon la loi 18-07.",
  canonical: "/privacy",
});
