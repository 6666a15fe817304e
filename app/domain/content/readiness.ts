import { DAY } from "../values/durations";
import { counted } from "../values/plural";

/** What a selling shop needs and has, for the start and for `npm run shop -- verifier`. */

export interface ReadinessFacts {
  /** Names of the environment variables that are set. */
  given: ReadonlySet<string>;
  /** Scheme, host and port. */
  siteUrl: string;
  /** Of this machine's database, by `npm run backup`; undefined when there is none. */
  lastBackup: Date | undefined;
  /** Invented products that shoppers can order; undefined while the database does not answer. */
  demoOnSale: number | undefined;
  now: Date;
}

export interface Point {
  /** The environment variable, or "demo" or "backup". */
  name: string;
  /** In French. */
  what: string;
  /** `elsewhere` cannot be seen from here; the merchant has to look. */
  state: "set" | "missing" | "elsewhere";
  /** In French. */
  todo: string;
}

/** Days after which a backup counts as missing. */
const BACKUP_DAYS = 7;

/** Every point, in the order in which a merchant settles them. */
export function pointsOf(facts: ReadinessFacts): Point[] {
  const { given, siteUrl, demoOnSale } = facts;
  const isOwn = !given.has("SHOP_API_URL");
  return [
    point("SITE_URL", given.has("SITE_URL") && siteUrl.startsWith("https:"), {
      what: "Adresse du site, en https",
      todo: "Ce que tapent les clients, et où mènent les liens des e-mails. Avec https, les cookies sont protégés.",
    }),
    point("TRUSTED_PROXIES", given.has("TRUSTED_PROXIES"), {
      what: "Serveur placé devant la boutique (nginx)",
      todo: "L'adresse de ce serveur, souvent 127.0.0.1. Sans elle, les limites par adresse comptent tout le monde ensemble, ou personne.",
    }),
    point("SESSION_SECRET", given.has("SESSION_SECRET") || !given.has("DATABASE_URL"), {
      what: "Secret des cookies et des formulaires",
      todo: "32 caractères au moins, les mêmes pour tous les processus. Sans base PostgreSQL, DATA_DIR le garde.",
    }),
    ...SHOP_DETAILS.map(([name, what, todo]) => point(name, given.has(name), { what, todo })),
    point("SMTP_URL", given.has("SMTP_URL"), {
      what: "Serveur d'e-mail",
      todo: "Sans lui, les e-mails ne partent pas\u00a0: ils restent dans DATA_DIR/outbox.",
    }),
    point("MAIL_FROM", given.has("MAIL_FROM") || given.has("SHOP_EMAIL"), {
      what: "Expéditeur des e-mails",
      todo: "Une adresse de votre domaine\u00a0; sinon, SHOP_EMAIL.",
    }),
    ...(isOwn
      ? [
          point("YALIDINE_API_ID", given.has("YALIDINE_API_ID"), {
            what: "Livreur\u00a0: frais et colis",
            todo: "Avec YALIDINE_API_TOKEN. Sans ces clés, les frais sont une estimation et les colis se déposent à la main.",
          }),
          point("demo", demoOnSale === 0, {
            what: "Produits de démonstration retirés de la vente",
            todo:
              demoOnSale === undefined
                ? "La base de données ne répond pas."
                : `${counted(demoOnSale, "produit inventé est", "produits inventés sont")} en vente. Importez les vôtres (importer), puis\u00a0: npm run shop -- retirer-demo.`,
          }),
        ]
      : []),
    backup(facts),
  ];
}

export const missingIn = (points: readonly Point[]): string[] =>
  points.flatMap(({ name, state }) => (state === "missing" ? [name] : []));

/** Details of the shop on pages and in mails, which leave out what is not set. */
const SHOP_DETAILS = [
  [
    "SHOP_PHONE",
    "Téléphone que les clients appellent",
    "Sans lui, le site et les e-mails ne disent pas d'appeler, mais d'écrire par la page Contact.",
  ],
  ["SHOP_EMAIL", "E-mail de la boutique", "Montré aux clients\u00a0; les messages de la page Contact y arrivent."],
  [
    "SHOP_LEGAL_NAME",
    "Raison sociale",
    "Demandée par la loi 18-05\u00a0; au bas des pages, des e-mails et dans les conditions.",
  ],
  ["SHOP_ADDRESS", "Adresse de la boutique", "Exigée par la loi 18-05\u00a0; aussi au bas des pages et des e-mails."],
  ["SHOP_REGISTER", "Numéro du registre du commerce", "Exigé par la loi 18-05\u00a0; montré avec la raison sociale."],
  [
    "SHOP_TAX_ID",
    "Numéro d'identification fiscale (NIF)",
    "Exigé par la loi 18-05\u00a0; montré avec la raison sociale.",
  ],
  ["SHOP_LOCATIONS", "Adresses ouvertes au public", "Le site parle de vos boutiques\u00a0: dites où elles sont."],
] as const;

function point(name: string, isSet: boolean, words: Pick<Point, "what" | "todo">): Point {
  return { name, state: isSet ? "set" : "missing", ...words };
}

function backup({ given, lastBackup, now }: ReadinessFacts): Point {
  const name = "backup";
  const what = "Sauvegarde de la base";
  if (given.has("DATABASE_URL"))
    return { name, what, state: "elsewhere", todo: "pg_dump, chaque jour, gardé sur une autre machine." };
  const isFresh = lastBackup !== undefined && now.getTime() - lastBackup.getTime() < BACKUP_DAYS * DAY;
  return point(name, isFresh, {
    what,
    todo: `npm run backup -- FICHIER, chaque jour\u00a0; la dernière doit avoir moins de ${BACKUP_DAYS} jours.`,
  });
}
