import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import { normalisePhone } from "~/domain/values/phone";

const MOBILE = /^0[567]\d{8}$/;
/** Latitude and longitude in degrees, with a point: `35.7025,-0.6492`. */
const COORDINATES = /^(-?\d{1,2}\.\d{1,7}) *, *(-?\d{1,3}\.\d{1,7})$/;

/** The variables of the environment, all optional (`.env.example`). */
export const environmentSchema = z.object({
  PORT: z.coerce
    .number({ invalid_type_error: "must be a number" })
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .max(65535, "must be 65535 or less")
    .default(3000),
  // remix-serve reads it.
  HOST: z
    .string()
    .refine(
      (address) => address === "localhost" || isIP(address) !== 0,
      "must be an address of this machine, such as 127.0.0.1",
    )
    .optional(),
  SITE_URL: z.string().refine(isSite, "must be an address without a path, such as https://boutique.example").optional(),
  OFFICE_URL: z
    .string()
    .refine(isSite, "must be an address without a path, such as https://gestion.boutique.example")
    .optional(),
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
  ORDER_LETTERS: z.enum(["oui", "non"], { message: "must be oui or non" }).default("non"),
  DAILY_SUMMARY_HOUR: hour(),
  ORDERS_WAITING: whole(2_000, 0, 100_000),
  MAX_CONNECTIONS: whole(10_000, 1, 1_000_000),
  SHOP_PHONE: z.string().refine(isPhone, "must be an Algerian number such as 0550123456").optional(),
  SHOP_WHATSAPP: z.string().regex(MOBILE, "must be an Algerian mobile number such as 0550123456").optional(),
  SHOP_PARCEL_OPENING: z.enum(["oui", "non"], { message: "must be oui or non" }).optional(),
  SHOP_EMAIL: z.string().email("must be an e-mail address").optional(),
  SHOP_LEGAL_NAME: fact(),
  SHOP_ADDRESS: fact(),
  SHOP_REGISTER: fact(),
  SHOP_TAX_ID: fact(),
  SHOP_LOCATIONS: z
    .string()
    .transform(locations)
    .refine(
      (list) => list !== undefined,
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

/** Of the day in Algeria. */
function hour() {
  return z
    .string()
    .regex(/^([01]?\d|2[0-3])$/, "must be an hour from 0 to 23")
    .transform(Number)
    .optional();
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

function isUrl(address: string, fits: (url: URL) => boolean): boolean {
  return URL.canParse(address) && fits(new URL(address));
}

function isApi(address: string): boolean {
  return isUrl(
    address,
    ({ protocol, pathname, search, username }) =>
      /^https?:$/.test(protocol) && pathname.endsWith("/") && search === "" && username === "",
  );
}

function isSite(address: string): boolean {
  return isUrl(
    address,
    ({ protocol, pathname, search }) => /^https?:$/.test(protocol) && pathname === "/" && search === "",
  );
}

function isMailServer(address: string): boolean {
  return isUrl(address, ({ protocol, hostname }) => /^smtps?:$/.test(protocol) && hostname !== "");
}

/** @returns undefined for anything but a list of addresses and ranges; /0 is no range */
function networks(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [address = "", prefix, ...rest] = entry.split("/");
    const version = address.includes("%") ? 0 : isIP(address);
    const bits = version === 6 ? 128 : 32;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
    if (version === 0 || rest.length > 0 || length < 1 || length > bits) return undefined;
    list.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

function isPhone(number: string): boolean {
  return normalisePhone(number) === number;
}

/** A shop that one can visit. */
interface Location {
  name: string;
  address: string;
  phone?: string;
  /** In degrees. */
  at?: { latitude: number; longitude: number };
}

/** @returns undefined for anything but a list of `name | address | phone | coordinates` */
function locations(list: string): Location[] | undefined {
  const all = list.split(";").map(location);
  return all.every((one) => one !== undefined) ? all : undefined;
}

function location(text: string): Location | undefined {
  const [name, address, phone, coordinates = ""] = text.split("|").map((part) => part.trim());
  const [isFound, latitude, longitude] = COORDINATES.exec(coordinates) ?? [];
  if (!name || !address || (phone && !isPhone(phone)) || (coordinates && !isFound)) return undefined;
  const at = isFound ? { at: { latitude: Number(latitude), longitude: Number(longitude) } } : {};
  return { name, address, ...(phone ? { phone } : {}), ...at };
}
