import type { MetaFunction } from "@remix-run/react";
import { pageMeta } from "~/components/ui/meta";
import { DELIVERY_DELAY } from "~/domain/delivery";
import { formatPhone } from "~/domain/phone";
import { type loader as rootLoader, useRootData } from "~/root";

/** What a shopper agrees to; short, in plain words, for sales by cash on delivery under loi 18-05 (decision 5 for returns). */
export default function Terms() {
  const phone = useRootData()?.shopPhone;
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">Conditions générales de vente</h1>
        <p>
          Ces conditions s'appliquent à toute commande passée dans la boutique en ligne Wahrane. Elles suivent la loi n°
          18-05 du 10 mai 2018 relative au commerce électronique et la loi n° 09-03 du 25 février 2009 relative à la
          protection du consommateur.
        </p>

        <h2>Qui vend</h2>
        <p>
          Wahrane, chaussures, Oran, Algérie.
          {phone && (
            <>
              {" "}
              Téléphone{"\u00a0"}:{" "}
              <a className="link" href={`tel:+213${phone.slice(1)}`}>
                {formatPhone(phone)}
              </a>
              , du dimanche au jeudi, 9h–18h.
            </>
          )}
        </p>

        <h2>Produits et prix</h2>
        <p>
          Chaque page de produit décrit le modèle, ses matières, ses couleurs et les pointures en stock. Les prix sont
          en dinars algériens (DA), toutes taxes comprises, hors livraison. Le prix dû est celui affiché quand vous
          commandez. S'il a changé entre-temps, la boutique vous le dit avant d'enregistrer quoi que ce soit.
        </p>

        <h2>Commande</h2>
        <p>
          Vous choisissez vos articles, indiquez où les livrer, vérifiez le récapitulatif avec les frais et le total,
          puis confirmez. Vous recevez aussitôt un numéro de commande. Nous vous appelons dans les 24h pour confirmer
          {"\u00a0"}: la vente est conclue à ce moment-là. Si vous restez injoignable, la commande est annulée sans
          frais. Jusqu'à l'expédition, vous pouvez annuler par un simple appel.
        </p>

        <h2>Livraison</h2>
        <p>
          Nous livrons dans les 58 wilayas, à domicile ou au point relais du transporteur là où il y en a un. Délai
          {"\u00a0"}: {DELIVERY_DELAY} après confirmation. Les frais dépendent de la commune{"\u00a0"}: ils sont
          affichés avant le dernier bouton. Si nous ne pouvons pas livrer dans ce délai, nous vous appelons et vous
          pouvez annuler.
        </p>

        <h2>Paiement</h2>
        <p>
          Vous payez en espèces, au livreur ou au point relais, à la remise du colis{"\u00a0"}: le prix des articles et
          les frais de livraison, rien de plus et rien avant. Une facture vous est remise avec le colis.
        </p>

        <h2>Retours et échanges</h2>
        <p>Retours acceptés sous 30 jours, gratuits les 7 premiers jours.</p>
        <ul>
          <li>Le délai court à partir de la livraison. Appelez-nous, nous organisons le retour ou l'échange.</li>
          <li>Les paires reviennent non portées à l'extérieur, dans leur boîte.</li>
          <li>Du 8e au 30e jour, les frais de retour sont à votre charge.</li>
          <li>
            Un article défectueux, ou qui n'est pas celui commandé, est repris à nos frais{"\u00a0"}: signalez-le, si
            possible, dans les 4 jours ouvrables.
          </li>
          <li>Le remboursement est fait dans les 15 jours qui suivent la réception du retour.</li>
        </ul>

        <h2>Garantie</h2>
        <p>
          Nos chaussures sont couvertes par la garantie légale contre les défauts de fabrication{"\u00a0"}: réparation,
          échange ou remboursement, sans frais. L'usure normale et un entretien contraire aux conseils de la page du
          produit n'en font pas partie.
        </p>

        <h2>Données personnelles</h2>
        <p>
          Votre nom, votre téléphone et votre adresse servent à préparer, livrer et suivre votre commande. Ils ne sont
          transmis qu'au transporteur. Conformément à la loi n° 18-07, vous pouvez demander à les consulter, à les
          corriger ou à les faire supprimer. La boutique n'utilise que les cookies nécessaires à son fonctionnement
          {"\u00a0"}: panier, thème, messages.
        </p>

        <h2>Réclamations</h2>
        <p>
          Appelez-nous d'abord, avec votre numéro de commande{"\u00a0"}: la plupart des questions se règlent ainsi. À
          défaut d'accord, le droit algérien s'applique et les tribunaux d'Oran sont compétents, sans que cela retire au
          consommateur les droits que la loi lui donne.
        </p>
      </div>
    </div>
  );
}

export const meta: MetaFunction<unknown, { root: typeof rootLoader }> = ({ matches }) =>
  pageMeta({
    title: "Conditions générales de vente",
    description:
      "Commande confirmée par appel, livraison dans les 58 wilayas, paiement en espèces à la livraison, retours sous 30 jours, gratuits les 7 premiers.",
    canonical: { siteUrl: matches.find(({ id }) => id === "root")?.data?.siteUrl, path: "/terms" },
  });
