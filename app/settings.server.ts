import { BlockList } from "node:net";
import { resolve } from "node:path";
import { normaliseEmail } from "~/domain/values/email";
import { environmentSchema } from "./settings/environment.server";
import { sessionSecretIn } from "./settings/session-secret.server";

/** What is not set and has no default is undefined. Addresses have no slash at their end. */
export type Settings = ReturnType<typeof readSettings>;
export type YalidineSettings = NonNullable<Settings["yalidine"]>;
export type Seller = Settings["seller"];
export type ShopLocation = Seller["locations"][number];

/**
 * A wrong value stops the start: a shop on half of its settings would lose orders quietly.
 * @param environment process.env, or a test's own
 * @throws Error with one line that names the setting and what it must be
 */
export function readSettings(environment: NodeJS.ProcessEnv) {
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
  if (officeUrl !== undefined && new URL(officeUrl).hostname === new URL(siteUrl).hostname)
    throw new Error("Setting OFFICE_URL must name another host than SITE_URL; without it the office is on the shop's.");
  const dataDir = resolve(values.DATA_DIR);
  // Mails to "localhost" are refused; this one is written to DATA_DIR/outbox like the others.
  const inbox = values.SHOP_EMAIL ?? normaliseEmail(`boutique@${new URL(siteUrl).hostname}`) ?? "boutique@shop.invalid";
  return {
    /** Names of the settings that the environment has. */
    given: new Set(Object.keys(given)),
    port: values.PORT,
    siteUrl,
    /** Where the back office has a host of its own; undefined: beside the shop. */
    officeUrl,
    /** Without SITE_URL the shop also answers under the machine's other names. */
    siteConfigured: values.SITE_URL !== undefined,
    /** Whether cookies are Secure and carry the __Host- prefix. */
    secure: siteUrl.startsWith("https:"),
    /** Proxies whose X-Forwarded-For is believed. */
    trustedProxies: values.TRUSTED_PROXIES ?? new BlockList(),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    /** Another shop's API; undefined for a shop of its own. */
    apiUrl: values.SHOP_API_URL,
    /** Whether pairs fill a loyalty card: an account's here, or one of the merchant's shops. */
    hasLoyalty: values.SHOP_API_URL === undefined || values.SHOP_LOCATIONS !== undefined,
    sessionSecret: values.SESSION_SECRET ?? sessionSecretIn(dataDir),
    /** The courier's API; its address has a slash at the end. Undefined for the built-in fees. */
    yalidine: id && token ? { id, token, url: values.YALIDINE_API_URL, webhookSecret } : undefined,
    /** Without `smtpUrl` mails are files in DATA_DIR/outbox. */
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? inbox, inbox },
    /** Whether each order is mailed to the inbox. */
    orderLetters: values.ORDER_LETTERS === "oui",
    /** Hour in Algeria at which the inbox gets a summary of the day before; undefined for never. */
    summaryHour: values.DAILY_SUMMARY_HOUR,
    /** How much unconfirmed orders may hold. */
    orderBounds: {
      days: values.UNCONFIRMED_DAYS,
      pairs: values.UNCONFIRMED_PAIRS,
      orders: values.UNCONFIRMED_ORDERS,
      ordersFromAddress: values.ORDERS_FROM_ADDRESS,
      pairsFromAddress: values.PAIRS_FROM_ADDRESS,
    },
    /** How many orders may wait for their turn at this process; further ones are refused. */
    ordersWaiting: values.ORDERS_WAITING,
    /** How many connections this process holds at once; further ones are closed. */
    maxConnections: values.MAX_CONNECTIONS,
    /** The number that shoppers call, normalised. */
    shopPhone: values.SHOP_PHONE,
    whatsapp: values.SHOP_WHATSAPP,
    /** Whether the courier lets a parcel be opened before it is paid for; undefined: not said. */
    parcelOpening: values.SHOP_PARCEL_OPENING,
    /** Public details, which the law requires (loi 18-05, article 11). */
    seller: {
      email: values.SHOP_EMAIL,
      legalName: values.SHOP_LEGAL_NAME,
      address: values.SHOP_ADDRESS,
      /** Number in the registre du commerce. */
      register: values.SHOP_REGISTER,
      /** Numéro d'identification fiscale. */
      taxId: values.SHOP_TAX_ID,
      /** With a phone of their own, or the shop's. */
      locations: (values.SHOP_LOCATIONS ?? []).map((location) => ({ phone: values.SHOP_PHONE, ...location })),
      facebook: values.SHOP_FACEBOOK,
      instagram: values.SHOP_INSTAGRAM,
      twitter: values.SHOP_TWITTER,
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
