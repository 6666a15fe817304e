import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { defaultOrderBounds, type OrderBounds } from "~/domain/order-bounds";
import { normalisePhone } from "~/domain/phone";
import { closeFile, makePrivateFolder } from "~/private-files.server";

const MOBILE = /^0[567]\d{8}$/;
/** Latitude and longitude in degrees, with a point: `35.7025,-0.6492`. */
const PLACE = /^(-?\d{1,2}\.\d{1,7}) *, *(-?\d{1,3}\.\d{1,7})$/;

/**
 * Settings come from the environment, all optional (`.env.example`). A wrong value stops the start,
 * since a shop on half of its settings would lose orders quietly.
 */
const schema = z.object({
  PORT: z.coerce
    .number({ invalid_type_error: "must be a number" })
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .max(65535, "must be 65535 or less")
    .default(3000),
  SITE_URL: z.string().refine(isSite, "must be an address without a path, such as https://boutique.example").optional(),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform(networks)
    .refine((list) => list !== undefined, "must be addresses or ranges, such as 127.0.0.1, 10.0.0.0/8"),
  DATA_DIR: z.string().min(1, "must name a folder").default("data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  SHOP_API_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/, "must be an address such as https://api.boutique.example")
    .transform((address) => address.replace(/\/+$/, ""))
    .optional(),
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SMTP_URL: z.string().refine(isMailServer, "must be like smtps://user:password@mail.example:465").optional(),
  MAIL_FROM: z.string().email("must be an e-mail address").optional(),
  YALIDINE_API_ID: key(),
  YALIDINE_API_TOKEN: key(),
  YALIDINE_WEBHOOK_SECRET: key(),
  YALIDINE_API_URL: z
    .string()
    .refine(isApi, "must be an address with a slash at its end, such as https://api.yalidine.app/v1/")
    .default("https://api.yalidine.app/v1/"),
  UNCONFIRMED_DAYS: whole(defaultOrderBounds.days, 0, 365),
  UNCONFIRMED_PAIRS: whole(defaultOrderBounds.pairs, 0, 1_000_000),
  UNCONFIRMED_ORDERS: whole(defaultOrderBounds.orders, 1, 1_000_000),
  ORDERS_FROM_ADDRESS: whole(defaultOrderBounds.ordersFromAddress, 1, 1_000_000),
  PAIRS_FROM_ADDRESS: whole(defaultOrderBounds.pairsFromAddress, 0, 1_000_000),
  ORDERS_WAITING: whole(2_000, 0, 100_000),
  MAX_CONNECTIONS: whole(10_000, 1, 1_000_000),
  SHOP_PHONE: z.string().refine(isPhone, "must be an Algerian number such as 0550123456").optional(),
  SHOP_WHATSAPP: z.string().regex(MOBILE, "must be an Algerian mobile number such as 0550123456").optional(),
  SHOP_EMAIL: z.string().email("must be an e-mail address").optional(),
  SHOP_LEGAL_NAME: fact(),
  SHOP_ADDRESS: fact(),
  SHOP_REGISTER: fact(),
  SHOP_TAX_ID: fact(),
  SHOP_LOCATIONS: z
    .string()
    .transform((list) => list.split(";").map((place) => place.split("|").map((part) => part.trim())))
    .refine(
      (places) =>
        places.every(
          ([name, address, phone, place]) =>
            name && address && (!phone || isPhone(phone)) && (!place || PLACE.test(place)),
        ),
      "must be like: Name | address | 0550123456 | 35.7025,-0.6492 ; Name | address",
    )
    .optional(),
  SHOP_FACEBOOK: profile(),
  SHOP_INSTAGRAM: profile(),
  SHOP_TWITTER: profile(),
});

/** A fact about the shop, which pages leave out until the merchant sets it. */
function fact() {
  return z.string().trim().max(200, "must have at most 200 characters").optional();
}

function whole(unset: number, least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, "must be a whole number")
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be from ${least} to ${most}`)
    .default(String(unset));
}

function profile() {
  return z
    .string()
    .regex(/^https:\/\/[^\s"'<>\\]+$/, "must be an address such as https://www.facebook.com/boutique")
    .optional();
}

/** A secret that can stand in a request's header. */
function key() {
  return z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, "must be 8 to 200 letters, digits and signs, without spaces")
    .optional();
}

function isApi(address: string): boolean {
  try {
    const { protocol, pathname, search, username } = new URL(address);
    return /^https?:$/.test(protocol) && pathname.endsWith("/") && search === "" && username === "";
  } catch {
    return false;
  }
}

function isSite(address: string): boolean {
  try {
    const { protocol, pathname, search } = new URL(address);
    return /^https?:$/.test(protocol) && pathname === "/" && search === "";
  } catch {
    return false;
  }
}

/** @returns undefined for anything but a list of addresses and ranges; /0 is no range */
function networks(list: string): BlockList | undefined {
  const found = new BlockList();
  for (const entry of list.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [address = "", prefix, ...rest] = entry.split("/");
    const version = address.includes("%") ? 0 : isIP(address);
    const bits = version === 6 ? 128 : 32;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
    if (version === 0 || rest.length > 0 || length < 1 || length > bits) return undefined;
    found.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4");
  }
  return found;
}

function isPhone(number: string): boolean {
  return normalisePhone(number) === number;
}

function isMailServer(address: string): boolean {
  try {
    const { protocol, hostname } = new URL(address);
    return /^smtps?:$/.test(protocol) && hostname !== "";
  } catch {
    return false;
  }
}

export interface Settings {
  /** Names of the settings that the environment has. */
  given: ReadonlySet<string>;
  port: number;
  /** Scheme, host and port, without a slash at the end. */
  siteUrl: string;
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
  /** Shops that one can visit. */
  locations: ShopLocation[];
  facebook?: string;
  instagram?: string;
  twitter?: string;
}

export interface ShopLocation {
  name: string;
  address: string;
  /** Its own, or the shop's. */
  phone: string | undefined;
  /** Its place on a map, in degrees. */
  at?: { latitude: number; longitude: number };
}

/**
 * @param environment process.env, or a test's own
 * @throws Error with one line that names the setting and what it must be
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  // An empty value in an env file means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
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
  const dataDir = resolve(values.DATA_DIR);
  const inbox = values.SHOP_EMAIL ?? `boutique@${new URL(siteUrl).hostname}`;
  return {
    given: new Set(Object.keys(given)),
    port: values.PORT,
    siteUrl,
    siteConfigured: values.SITE_URL !== undefined,
    secure: siteUrl.startsWith("https:"),
    trustedProxies: values.TRUSTED_PROXIES ?? new BlockList(),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    apiUrl: values.SHOP_API_URL,
    sessionSecret: values.SESSION_SECRET ?? keptSecret(dataDir),
    yalidine: id && token ? { id, token, url: values.YALIDINE_API_URL, webhookSecret } : undefined,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? inbox, inbox },
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
    seller: {
      email: values.SHOP_EMAIL,
      legalName: values.SHOP_LEGAL_NAME,
      address: values.SHOP_ADDRESS,
      register: values.SHOP_REGISTER,
      taxId: values.SHOP_TAX_ID,
      locations: (values.SHOP_LOCATIONS ?? []).map(([name = "", address = "", phone, place = ""]) => ({
        name,
        address,
        phone: phone || values.SHOP_PHONE,
        ...coordinates(place),
      })),
      ...(values.SHOP_FACEBOOK ? { facebook: values.SHOP_FACEBOOK } : {}),
      ...(values.SHOP_INSTAGRAM ? { instagram: values.SHOP_INSTAGRAM } : {}),
      ...(values.SHOP_TWITTER ? { twitter: values.SHOP_TWITTER } : {}),
    },
  };
}

function coordinates(place: string): Pick<ShopLocation, "at"> {
  const [, latitude, longitude] = PLACE.exec(place) ?? [];
  return latitude && longitude ? { at: { latitude: Number(latitude), longitude: Number(longitude) } } : {};
}

/** The secret in DATA_DIR, made at the first start; `wx` lets only one process write it. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  try {
    makePrivateFolder(dataDir);
    closeFile(file);
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new Error(`Setting DATA_DIR must name a folder that can be written: ${dataDir}.`);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`The file ${file} is damaged: delete it, and a new secret is made.`);
  return secret;
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
