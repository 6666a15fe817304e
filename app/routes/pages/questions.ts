import type { LayoutData } from "~/components/layout/layout-data";
import { inOneOfOurShops } from "~/domain/content/our-shops";
import { RETURNS, WITHIN_DAYS } from "~/domain/delivery/delivery";
import { openingAnswer, type ParcelOpening } from "~/domain/delivery/parcel-opening";

interface Topic {
  /** Anchor. */
  id: string;
  title: string;
  questions: Question[];
}

interface Question {
  question: string;
  /** One paragraph, or several. */
  answer: string | string[];
  link?: { href: string; label: string };
}

type Offered = Partial<Pick<LayoutData, "hasCard" | "canChange">>;

/** @param shops how many the settings name */
export const topicsOf = (shops: number, opening: ParcelOpening | undefined, offered: Offered = {}): Topic[] =>
  topicsWith(shops, opening, offered).filter(({ id }) => offered.hasCard || id !== "fidelite");

const topicsWith = (shops: number, opening: ParcelOpening | undefined, { hasCard, canChange }: Offered): Topic[] => [
  {
    id: "commande",
    title: "Commande",
    questions: [
      {
        question: "Faut-il un compte\u00a0?",
        answer: [
          "Non. Pour commander, votre nom, votre téléphone et votre adresse suffisent.",
          `Un compte sert à retrouver vos commandes, votre panier et votre liste de souhaits sur tous vos appareils${hasCard ? ", et à remplir votre carte de fidélité" : ""}.`,
        ],
        link: { href: "/register", label: "Créer un compte" },
      },
      {
        question: "Que se passe-t-il après la commande\u00a0?",
        answer: [
          "Vous voyez aussitôt votre numéro de commande. Nous vous appelons dans les 24\u00a0h pour confirmer, puis le colis part d'Oran.",
          "Si vous ne répondez pas, nous rappelons. Si vous restez injoignable, la commande est annulée, sans frais.",
        ],
      },
      {
        question: "Comment suivre ma commande\u00a0?",
        answer: "Avec son numéro et le téléphone donné à la commande, ou dans votre compte.",
        link: { href: "/suivi", label: "Suivre ma commande" },
      },
      {
        question: "Puis-je modifier ou annuler ma commande\u00a0?",
        answer: [
          canChange
            ? "Oui. Jusqu'à notre appel, sur sa page, vous l'annulez, ou vous corrigez le téléphone et l'adresse."
            : "Oui.",
          `${canChange ? "Ensuite, c" : "C"}ontactez-nous, tant que le colis n'est pas parti. Après, vous pouvez le refuser ou le rendre.`,
        ],
        link: { href: "/suivi", label: "Retrouver ma commande" },
      },
      {
        question: "La connexion a coupé pendant que je commandais. Ai-je commandé deux fois\u00a0?",
        answer:
          "Non. Un formulaire ne donne qu'une commande, même envoyé plusieurs fois. Réessayez\u00a0: si la commande existe déjà, la page vous la montre.",
      },
      {
        question: "Le prix peut-il changer entre le panier et la livraison\u00a0?",
        answer:
          "Pas sans vous. Si un prix, un stock ou des frais ont changé, la page vous le dit avant d'enregistrer quoi que ce soit, et vous décidez. Une fois la commande passée, le total ne bouge plus.",
      },
    ],
  },
  {
    id: "livraison",
    title: "Livraison",
    questions: [
      {
        question: "Où livrez-vous\u00a0?",
        answer: "Dans les 58 wilayas, à domicile, ou au point relais du transporteur là où il y en a un.",
      },
      {
        question: "Ma wilaya est l'une des nouvelles. Que choisir\u00a0?",
        answer:
          "Elle est dans la liste, après les 58, avec le nom de la wilaya dont elle vient\u00a0: choisissez-la, et vous trouverez votre commune.",
      },
      {
        question: "Combien coûte la livraison\u00a0?",
        answer:
          "Cela dépend de votre commune. Choisissez votre wilaya sur la page du produit ou dans votre commande\u00a0: chaque commune affiche ses frais, avant tout engagement.",
      },
      {
        question: "En combien de temps\u00a0?",
        answer: `Votre colis arrive ${WITHIN_DAYS} après notre appel, selon la distance d'Oran.`,
      },
      {
        question: "Et si je ne suis pas là quand le livreur passe\u00a0?",
        answer: "Il vous appelle avant de venir. Convenez d'un autre moment avec lui, ou contactez-nous.",
      },
      ...(opening
        ? [{ question: "Peut-on ouvrir le colis avant de payer\u00a0?", answer: openingAnswer[opening] }]
        : []),
    ],
  },
  {
    id: "paiement",
    title: "Paiement",
    questions: [
      {
        question: "Comment payer\u00a0?",
        answer:
          "En espèces, au livreur ou au point relais, à la remise du colis. C'est le seul moyen\u00a0: rien n'est à payer d'avance, et nous ne demandons jamais de numéro de carte.",
      },
      {
        question: "Y a-t-il des frais en plus\u00a0?",
        answer:
          "Non. Le total affiché avant le dernier bouton comprend les articles et la livraison. Préparez l'appoint si vous pouvez.",
      },
      {
        question: "Aurai-je une facture\u00a0?",
        answer: "Oui, dans le colis.",
      },
    ],
  },
  {
    id: "pointures",
    title: "Pointures",
    questions: [
      {
        question: "Quelle pointure prendre\u00a0?",
        answer:
          "Nos pointures sont européennes\u00a0: 36 à 46 pour les adultes, 28 à 35 pour les enfants. Posez le pied sur une feuille, talon au mur, et mesurez jusqu'au plus long orteil, le soir de préférence. Le guide des pointures, sur la page de chaque produit, donne la longueur en centimètres.",
      },
      {
        question: "Je suis entre deux pointures.",
        answer:
          "La page du produit le dit quand un modèle taille petit ou grand. Sinon\u00a0: la plus grande pour une chaussure fermée, la plus petite pour une sandale à brides réglables. Dans le doute, contactez-nous, nous mesurons la paire.",
      },
      {
        question: "Ma pointure est en rupture de stock. Reviendra-t-elle\u00a0?",
        answer: `Cela dépend du modèle. Sur sa page, «\u00a0Prévenez-moi\u00a0» vous avertit dès son retour. Vous pouvez aussi nous contacter\u00a0: nous vous dirons si elle est attendue${inOneOfOurShops(shops, " ou ")}.`,
      },
    ],
  },
  {
    id: "retours",
    title: "Retours et échanges",
    questions: [
      {
        question: "Combien de temps ai-je pour rendre une paire\u00a0?",
        answer: `${RETURNS}. Le délai court à partir de la livraison. Du 8ᵉ au 30ᵉ jour, les frais de retour sont à votre charge.`,
      },
      {
        question: "Comment faire\u00a0?",
        answer: `Contactez-nous avec votre numéro de commande. Le transporteur reprend le colis${inOneOfOurShops(shops, ", ou vous rapportez la paire ")}. La paire doit revenir non portée à l'extérieur, dans sa boîte.`,
      },
      {
        question: "Puis-je échanger contre une autre pointure\u00a0?",
        answer:
          "Oui, dans le même délai, si elle est en stock. Le premier échange de pointure est traité comme un retour\u00a0: gratuit les 7 premiers jours.",
      },
      {
        question: "Quand suis-je remboursé\u00a0?",
        answer: `Dans les 15 jours qui suivent la réception du retour, par virement sur votre CCP${inOneOfOurShops(shops, " ou en espèces ")}.`,
      },
      {
        question: "La paire reçue est abîmée, ou ce n'est pas la bonne.",
        answer:
          "Contactez-nous, si possible dans les 4 jours ouvrables. Nous la reprenons à nos frais et nous envoyons la bonne, ou nous remboursons.",
      },
    ],
  },
  {
    id: "garantie",
    title: "Garantie et entretien",
    questions: [
      {
        question: "Vos chaussures sont-elles garanties\u00a0?",
        answer:
          "Oui, six mois à partir de la livraison, contre les défauts de fabrication\u00a0: une couture qui lâche, une semelle qui se décolle, une boucle qui casse. Nous réparons, échangeons ou remboursons, sans frais.",
        link: { href: "/terms#garantie", label: "Ce que dit la garantie" },
      },
      {
        question: "Comment entretenir le daim, le cuir, le liège\u00a0?",
        answer:
          "Chaque page de produit a ses conseils d'entretien. Une règle pour tous\u00a0: jamais de machine, jamais de radiateur.",
      },
    ],
  },
  {
    id: "compte",
    title: "Compte",
    questions: [
      {
        question: "J'ai oublié mon mot de passe.",
        answer: [
          "Demandez un lien à l'adresse e-mail de votre compte. Il arrive en quelques minutes, sert une fois, pendant 30 minutes, et vous laisse choisir un nouveau mot de passe. Tous vos appareils sont alors déconnectés.",
          "Si l'adresse n'avait jamais été confirmée, le compte est alors vidé, car quelqu'un d'autre a pu le remplir\u00a0; ses commandes s'y ajoutent de nouveau par leur numéro.",
          "Rien reçu\u00a0? Regardez dans les indésirables, puis recommencez dix minutes plus tard.",
        ],
        link: { href: "/forgot-password", label: "Choisir un nouveau mot de passe" },
      },
      {
        question: "J'ai commandé sans compte. Puis-je ajouter cette commande à mon compte\u00a0?",
        answer: `Oui, avec son numéro, si le téléphone de votre profil est celui de la commande.${hasCard ? " Ses paires comptent alors pour votre carte de fidélité." : ""}`,
        link: { href: "/account/orders", label: "Mes commandes" },
      },
    ],
  },
  {
    id: "fidelite",
    title: "Fidélité",
    questions: [
      {
        question: "Comment marche la carte de fidélité\u00a0?",
        answer: "6 paires achetées, la 7ᵉ offerte. La carte vaut pour toute la famille et n'expire pas.",
        link: { href: "/loyalty-program", label: "Le programme de fidélité" },
      },
      {
        question: "Comment marche la carte de fidélité sur le site\u00a0?",
        answer: [
          "Elle est dans votre compte. Chaque paire livrée y met un tampon\u00a0; une paire rendue le fait perdre.",
          "À six tampons, la moins chère de vos sept paires est offerte\u00a0: les six de la carte et celle que vous commandez. Commandez par le panier, une fois votre adresse e-mail confirmée, et elle est retirée du total avant que vous ne confirmiez.",
        ],
        link: { href: "/account", label: "Ma carte" },
      },
    ],
  },
  {
    id: "donnees",
    title: "Données personnelles",
    questions: [
      {
        question: "Que faites-vous de mon numéro de téléphone\u00a0?",
        answer:
          "Nous vous appelons ou vous écrivons pour confirmer, le livreur vous appelle pour livrer. C'est tout\u00a0: pas de publicité, pas de revente.",
        link: { href: "/privacy", label: "Confidentialité" },
      },
      {
        question: "Comment faire effacer mes données\u00a0?",
        answer: [
          "Si vous avez un compte, supprimez-le depuis «\u00a0Connexion et sécurité\u00a0»\u00a0: vos commandes restent dans notre comptabilité, sans votre nom.",
          "Sinon, contactez-nous. Nous effaçons ce que la loi ne nous oblige pas à garder, et nous vous disons ce qui reste.",
        ],
      },
    ],
  },
];
