import { BlockList } from "node:net";
import { resolve } from "node:path";
import type { ParcelOpening } from "~/domain/delivery/parcel-opening";
import type { OrderBounds } from "~/domain/order/order-bounds";
import { environmentSchema, type Location } from "./settings/environment.server";
import { sessionSecretIn } from "./settings/session-secret.server";

export interface Settings {
  /** Names of the settings that the environment has. */
  given: ReadonlySet<string>;
  port: number;
  /** Scheme, host and port, without a slash at the end. */
  siteUrl: string;
  /** Where the back office has a host of its own, in the same form; undefined: beside the shop. */
  officeUrl: string | undefined;
  /** Whether SITE_URL is set; without it the shop also answers under the machine's other names. */
  siteConfigured: boolean;
  /** Whether cookies are Secure and carry the __Host- prefix. */
  secure: boolean;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: BlockList;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Another shop's API, without a slash at the end; undefined for a shop of its own. */
  apiUrl: string | undefined;
  sessionSecret: string;
  mail: MailSettings;
  /** Whether each order is mailed to the inbox. */
  orderLetters: boolean;
  /** Hour in Algeria at which the inbox gets a summary of the day before; undefined for never. */
  summaryHour: number | undefined;
  /** How much unconfirmed orders may hold. */
  orderBounds: OrderBounds;
  /** How many orders may wait for their turn at this process; further ones are refused. */
  ordersWaiting: number;
  /** How many connections this process holds at once; further ones are closed. */
  maxConnections: number;
  /** The courier's API; undefined for the built-in table of fees, and parcels posted by hand. */
  yalidine: YalidineSettings | undefined;
  /** The number that shoppers call, normalised. */
  shopPhone: string | undefined;
  /** Mobile number of the shop in WhatsApp. */
  whatsapp: string | undefined;
  /** Whether the courier lets a parcel be opened before it is paid for; undefined: not said. */
  parcelOpening: ParcelOpening | undefined;
  /** The seller's public details, which the law requires (loi 18-05, article 11). */
  seller: Seller;
}

interface MailSettings {
  /** `smtp://` or `smtps://` with user and password; else mails are files in DATA_DIR/outbox. */
  smtpUrl: string | undefined;
  /** The sender's address; by default the inbox. */
  from: string;
  /** The address that receives messages to the shop; by default one of the site's host. */
  inbox: string;
}

export interface YalidineSettings {
  id: string;
  token: string;
  /** With a slash at the end. */
  url: string;
  /** The key that signs webhooks; without it they are refused, and the courier is polled. */
  webhookSecret: string | undefined;
}

/** Pages leave out what is undefined. */
export interface Seller {
  email: string | undefined;
  legalName: string | undefined;
  address: string | undefined;
  /** Number in the registre du commerce. */
  register: string | undefined;
  /** Numéro d'identification fiscale. */
  taxId: string | undefined;
  locations: ShopLocation[];
  facebook?: string;
  instagram?: string;
  twitter?: string;
}

export interface ShopLocation extends Omit<Location, "phone"> {
  /** Its own, or the shop's. */
  phone: string | undefined;
}

/**
 * A wrong value stops the start: a shop on half of its settings would lose orders quietly.
 * @param environment process.env, or a test's own
 * @throws Error with one line that names the setting and what it must be
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  // An empty value in an env file means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`Setting ${issue?.path.join(".")} ${issue?.message}.`);
  }
  const { data: values } = parsed;
  // Messages of /contact and shoppers' replies to mails go there.
  if (values.SMTP_URL !== undefined && given.SHOP_EMAIL === undefined)
    throw new Error("Setting SHOP_EMAIL must be set with SMTP_URL: messages to the shop are mailed there.");
  const { YALIDINE_API_ID: id, YALIDINE_API_TOKEN: token, YALIDINE_WEBHOOK_SECRET: webhookSecret } = values;
  if ((id === undefined) !== (token === undefined)) {
    const missing = id === undefined ? "YALIDINE_API_ID" : "YALIDINE_API_TOKEN";
    throw new Error(`Setting ${missing} must be set as well: the courier gives both together.`);
  }
  if (webhookSecret !== undefined && id === undefined)
    throw new Error("Setting YALIDINE_API_ID must be set with YALIDINE_WEBHOOK_SECRET: without it nothing is posted.");
  const siteUrl = new URL(values.SITE_URL ?? `http://localhost:${values.PORT}`).origin;
  const officeUrl = values.OFFICE_URL && new URL(values.OFFICE_URL).origin;
  if (officeUrl !== undefined && officeUrl.split(":")[0] !== siteUrl.split(":")[0])
    throw new Error("Setting OFFICE_URL must begin like SITE_URL, with http or https: cookies are the same for both.");
  if (officeUrl !== undefined && new URL(officeUrl).host === new URL(siteUrl).host)
    throw new Error("Setting OFFICE_URL must name another host than SITE_URL; without it the office is on the shop's.");
  const dataDir = resolve(values.DATA_DIR);
  const inbox = values.SHOP_EMAIL ?? `boutique@${new URL(siteUrl).hostname}`;
  return {
    given: new Set(Object.keys(given)),
    port: values.PORT,
    siteUrl,
    officeUrl,
    siteConfigured: values.SITE_URL !== undefined,
    secure: siteUrl.startsWith("https:"),
    trustedProxies: values.TRUSTED_PROXIES ?? new BlockList(),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    apiUrl: values.SHOP_API_URL,
    sessionSecret: values.SESSION_SECRET ?? sessionSecretIn(dataDir),
    yalidine: id && token ? { id, token, url: values.YALIDINE_API_URL, webhookSecret } : undefined,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? inbox, inbox },
    orderLetters: values.ORDER_LETTERS === "oui",
    summaryHour: values.DAILY_SUMMARY_HOUR,
    orderBounds: {
      days: values.UNCONFIRMED_DAYS,
      pairs: values.UNCONFIRMED_PAIRS,
      orders: values.UNCONFIRMED_ORDERS,
      ordersFromAddress: values.ORDERS_FROM_ADDRESS,
      pairsFromAddress: values.PAIRS_FROM_ADDRESS,
    },
    ordersWaiting: values.ORDERS_WAITING,
    maxConnections: values.MAX_CONNECTIONS,
    shopPhone: values.SHOP_PHONE,
    whatsapp: values.SHOP_WHATSAPP,
    parcelOpening: values.SHOP_PARCEL_OPENING,
    seller: {
      email: values.SHOP_EMAIL,
      legalName: values.SHOP_LEGAL_NAME,
      address: values.SHOP_ADDRESS,
      register: values.SHOP_REGISTER,
      taxId: values.SHOP_TAX_ID,
      locations: (values.SHOP_LOCATIONS ?? []).map((location) => ({ phone: values.SHOP_PHONE, ...location })),
      ...(values.SHOP_FACEBOOK ? { facebook: values.SHOP_FACEBOOK } : {}),
      ...(values.SHOP_INSTAGRAM ? { instagram: values.SHOP_INSTAGRAM } : {}),
      ...(values.SHOP_TWITTER ? { twitter: values.SHOP_TWITTER } : {}),
    },
  };
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

export const settings: Settings = settingsOrExit();
