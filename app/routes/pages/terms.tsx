import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { Chapter } from "~/components/ui/chapter";
import { HOURS } from "~/components/ui/contact-links";
import { TextLink } from "~/components/ui/links";
import { PhoneLink } from "~/components/ui/phone-link";
import { inOneOfOurShops } from "~/domain/content/our-shops";
import { RETURNS, WITHIN_DAYS } from "~/domain/delivery/delivery";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";

export const handle = { private: false, search: "listed" } satisfies RouteHandle;

export function loader() {
  const { legalName, address, register, taxId, email, locations } = settings.seller;
  return { legalName, address, register, taxId, email, shops: locations.length };
}

/** Terms for sales by cash on delivery under loi 18-05; returns are those of decision 005. */
export default function Terms() {
  const { legalName, address, register, taxId, email, shops } = useLoaderData<typeof loader>();
  const { shopPhone: phone, hasCard, canChange } = useLayoutData() ?? {};
  const called = phone && (
    <>
      <PhoneLink phone={phone} isInText />. {HOURS}
    </>
  );
  const seller: [name: string, value: ReactNode][] = [
    ["Vendeur", ["Wahrane", legalName].filter(Boolean).join(", ")],
    ["Adresse", address],
    ["Registre du commerce", register],
    ["Identification fiscale (NIF)", taxId],
    ["Téléphone", called],
    ["E-mail", email && <TextLink href={`mailto:${email}`}>{email}</TextLink>],
  ];
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">Conditions générales de vente</h1>
        <p>
          Ces conditions s'appliquent à toute commande passée dans la boutique en ligne Wahrane. Elles suivent la loi
          n°&nbsp;18-05 du 10 mai 2018 relative au commerce électronique et la loi n°&nbsp;09-03 du 25 février 2009
          relative à la protection du consommateur.
        </p>
      </div>
      <Chapter title="Qui vend">
        <dl className="flex flex-col gap-1">
          {seller.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt className="inline text-muted">
                    {name}
                    &nbsp;:{" "}
                  </dt>
                  <dd className="inline">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </Chapter>
      <Chapter title="Produits et prix">
        <p>
          Chaque page de produit décrit le modèle, ses matières, ses couleurs et les pointures en stock. Les prix sont
          en dinars algériens (DA), toutes taxes comprises, hors livraison. Le prix dû est celui affiché quand vous
          commandez. S'il a changé entre-temps, la boutique vous le dit avant d'enregistrer quoi que ce soit. Une offre
          vaut tant qu'elle est affichée et que la pointure est en stock&nbsp;; un article réduit montre aussi son prix
          d'avant.
        </p>
      </Chapter>
      <Chapter title="Commande">
        <p>
          Il n'y a pas besoin de compte. Vous choisissez vos articles, indiquez où les livrer, vérifiez le récapitulatif
          avec les frais et le total, puis confirmez. Vous recevez aussitôt un numéro de commande. Nous vous appelons
          dans les 24&nbsp;h pour confirmer&nbsp;: la vente est conclue à ce moment-là. Si vous restez injoignable, la
          commande est annulée sans frais.{" "}
          {canChange
            ? "Jusqu'à cet appel, vous pouvez l'annuler vous-même sur sa page, ou y corriger le téléphone et l'adresse\u00a0; jusqu'à l'expédition, vous pouvez encore annuler en nous contactant."
            : "Jusqu'à l'expédition, vous pouvez l'annuler en nous contactant."}{" "}
          Nous gardons la commande, et vous pouvez la relire avec son numéro et votre téléphone, ou dans votre compte.
        </p>
      </Chapter>
      <Chapter title="Compte">
        <p>
          Un compte est gratuit, et personne n'y est obligé. Il s'ouvre dès que vous vous inscrivez. Gardez votre mot de
          passe pour vous. Vous pouvez supprimer votre compte à tout moment&nbsp;: les commandes en route vous sont
          livrées, {!hasCard && "et "}vos droits sur celles que vous avez reçues restent les mêmes
          {hasCard && ", et les tampons de la carte sont perdus"}.
        </p>
      </Chapter>
      <Chapter title="Livraison">
        <p>
          Nous livrons dans les 58 wilayas, à domicile ou au point relais du transporteur là où il y en a un,{" "}
          {WITHIN_DAYS} après confirmation. Les frais dépendent de la commune&nbsp;: ils sont affichés avant le dernier
          bouton. Si nous ne pouvons pas livrer dans ce délai, nous vous appelons et vous pouvez annuler. Un colis livré
          trop tard peut être rendu dans les 4 jours ouvrables, à nos frais. Jusqu'à la remise, le colis est sous notre
          responsabilité.
        </p>
      </Chapter>
      <Chapter title="Paiement">
        <p>
          Vous payez en espèces, au livreur ou au point relais, à la remise du colis&nbsp;: le prix des articles et les
          frais de livraison, rien de plus et rien avant. Une facture vous est remise avec le colis.
        </p>
      </Chapter>
      <Chapter title="Retours et échanges">
        <p>{RETURNS}.</p>
        <ul>
          <li>
            Vous n'avez pas à donner de raison. Le délai court à partir de la livraison. Contactez-nous, nous organisons
            le retour ou l'échange.
          </li>
          <li>Les paires reviennent non portées à l'extérieur, dans leur boîte.</li>
          <li>Du 8ᵉ au 30ᵉ jour, les frais de retour sont à votre charge.</li>
          <li>
            Un article défectueux, ou qui n'est pas celui que vous avez commandé, est repris à nos frais&nbsp;:
            signalez-le, si possible, dans les 4 jours ouvrables.
          </li>
          <li>
            Le remboursement est fait dans les 15 jours qui suivent la réception du retour, par virement sur votre CCP
            {inOneOfOurShops(shops, " ou en espèces ")}. Quand l'erreur est la nôtre, les frais de livraison sont
            remboursés aussi.
          </li>
        </ul>
      </Chapter>
      <Chapter title="Garantie" id="garantie">
        <p>
          Nos chaussures sont couvertes pendant six mois à partir de la livraison par la garantie légale (décret
          exécutif n°&nbsp;13-327) contre les défauts de fabrication&nbsp;: réparation, échange ou remboursement, sans
          frais. La facture ou le numéro de commande suffit. L'usure normale et un entretien contraire aux conseils de
          la page du produit n'en font pas partie.
        </p>
      </Chapter>
      {hasCard && (
        <Chapter title="Programme de fidélité">
          <p>
            6 paires achetées, la 7ᵉ offerte, pour toute la famille et sans date de fin&nbsp;:{" "}
            <TextLink href="/loyalty-program">comment la carte se remplit</TextLink>. Sur ce site, la carte est celle de
            votre compte. La paire offerte est la moins chère des sept. Une fois l'adresse e-mail du compte confirmée,
            elle est retirée du total d'une commande passée par le panier, avant que vous ne confirmiez.
          </p>
        </Chapter>
      )}
      <Chapter title="Données personnelles">
        <p>
          Votre nom, votre téléphone et votre adresse servent à préparer, livrer et suivre votre commande. L'e-mail d'un
          compte sert à vous connecter et à vous écrire au sujet de ce compte et de vos commandes. Ce qui est gardé,
          pourquoi, combien de temps, qui le reçoit, et vos droits selon la loi n°&nbsp;18-07&nbsp;:{" "}
          <TextLink href="/privacy">confidentialité</TextLink>.
        </p>
      </Chapter>
      <Chapter title="Réclamations">
        <p>
          Contactez-nous d'abord, avec votre numéro de commande&nbsp;: la plupart des questions se règlent ainsi. À
          défaut d'accord, le droit algérien s'applique et les tribunaux d'Oran sont compétents, sans que cela retire au
          consommateur les droits que la loi lui donne.
        </p>
      </Chapter>
      <p className="hint mt-8">
        Ce site emploie des logiciels, des polices et des noms de lieux sous licence libre&nbsp;:{" "}
        <TextLink href="/licences.txt">leurs licences</TextLink>.
      </p>
    </div>
  );
}

export const meta = fixedMeta({
  title: "Conditions générales de vente",
  description:
    "Commande confirmée par appel, livraison dans les 58 wilayas, paiement en espèces à la livraison, retours sous 30 jours, gratuits les 7 premiers.",
  canonical: "/terms",
});
