import { z } from "zod";
import { cut } from "~/domain/values/clean-text";
import type { CallPurpose, CourierEvent, OutgoingParcel } from "~/shop/workers/parcel-queue";
import { type Call, type Connection, CourierFailure, callApi, messageIn } from "./http.server";
import { momentOf } from "./moment";
import { stateOf } from "./statuses";

/** Booleans arrive as 0 and 1 too, also as texts. */
const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(["0", "1", "true", "false"])])
  .transform((value) => value === true || value === 1 || value === "1" || value === "true");
const numeric = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number().finite());
const id = numeric.pipe(z.number().int().positive());
/** The courier's own spelling: it accepts no other one. */
const name = z.string().min(1).max(200);
const tracking = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/);

const wilaya = z.object({ id, name, is_deliverable: flag });
const commune = z.object({ id, name, wilaya_id: id, is_deliverable: flag });
const center = z.object({
  center_id: id,
  name,
  address: z.string().max(500).nullish(),
  commune_id: id,
  wilaya_id: id.nullish(),
});
/** Null for what is not served; PHP's empty text as well. */
const fee = numeric
  .or(z.literal(""))
  .nullish()
  .transform((value) => (typeof value === "number" ? value : null));
const communeFees = z.object({ commune_id: id, express_home: fee, express_desk: fee });
const fees = z.object({
  oversize_fee: numeric,
  cod_percentage: numeric,
  insurance_percentage: numeric,
  // PHP writes a record without keys as a list.
  per_commune: z.record(communeFees).or(z.array(communeFees)),
});
const parcel = z.object({
  tracking,
  order_id: z.coerce.string(),
  price: numeric.nullish().catch(null),
  label: z.string().nullish(),
  last_status: z.string().nullish(),
});
const posted = z.record(
  z.object({
    success: flag,
    tracking: tracking.nullish(),
    label: z.string().nullish(),
    message: z.unknown(),
  }),
);
const removed = z.union([
  z.array(z.object({ tracking: z.string(), deleted: flag })),
  z.record(z.object({ deleted: flag })),
]);
const history = z.object({
  tracking,
  date_status: z.string(),
  status: z.string().min(1).max(200),
  // A status counts without its reason.
  reason: z.string().max(500).nullish().catch(null),
});

const PAGE_SIZE = 1000;
/** The most pages that are read, should a list not end. */
const MOST_PAGES = 20;

export type Yalidine = ReturnType<typeof yalidine>;

/** The courier's API (docs/courier.md) in the shop's terms. Methods throw CourierFailure only. */
export function yalidine(connection: Connection) {
  /** @param isRefusal of an answer that is an error, whatever its status says */
  const read = async <Schema extends z.ZodTypeAny>(
    call: Call,
    schema: Schema,
    isRefusal: (json: object) => boolean = () => false,
  ): Promise<z.output<Schema>> => {
    const json = await callApi(connection, call);
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const { method = "GET", path } = call;
    const where = issue?.path.join(".") || "all of it";
    // Names of fields only: their values may be a shopper's. An error's message is kept.
    const message = messageIn(json, connection);
    const what = message || `${where}, ${issue?.code}`;
    const refusal = message && isRefusal(json as object) ? message : undefined;
    const failure = `The courier's answer is not as expected: ${what} (${method} ${path.split("?")[0]}).`;
    throw new CourierFailure(failure, { refusal });
  };

  const list = async <Row extends z.ZodTypeAny>(
    path: string,
    query: Record<string, string | number>,
    row: Row,
  ): Promise<z.output<Row>[]> => {
    const page = z.object({ has_more: flag, data: z.array(row) });
    const rows: z.output<Row>[] = [];
    for (let number = 1; number <= MOST_PAGES; number += 1) {
      const search = new URLSearchParams({
        ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
        page: String(number),
        page_size: String(PAGE_SIZE),
      });
      const { has_more, data } = await read({ path: `${path}?${search}`, purpose: "background" }, page);
      rows.push(...data);
      if (!has_more) return rows;
      // An empty page that announces more would do so for ever.
      if (data.length === 0) break;
    }
    throw new CourierFailure(`The courier's list does not end (GET ${path}).`);
  };

  /** The parcels of this order that are not cancelled; `isAll` unless the answer may lack some. */
  const parcelsOf = async (orderNumber: string, purpose: CallPurpose) => {
    const page = z.object({ has_more: flag.nullish(), data: z.array(parcel) });
    const path = `parcels/?order_id=${encodeURIComponent(orderNumber)}`;
    const { has_more, data } = await read({ path, purpose }, page);
    // A courier that ignores the parameter sends other parcels.
    const named = data.filter(({ order_id }) => order_id === orderNumber);
    const ours = named.filter(({ last_status }) => stateOf(last_status ?? "") !== "cancelled");
    return { ours, isAll: !has_more && named.length === data.length };
  };

  return {
    async wilayas() {
      const rows = await list("wilayas/", {}, wilaya);
      return rows.map(({ id, name, is_deliverable: isDeliverable }) => ({ id, name, isDeliverable }));
    },

    async communes(wilayaId: number) {
      const rows = await list("communes/", { wilaya_id: wilayaId }, commune);
      // A courier that ignores the parameter sends other wilayas as well.
      return rows
        .filter((row) => row.wilaya_id === wilayaId)
        .map(({ id, name, is_deliverable: isDeliverable }) => ({ id, name, isDeliverable }));
    },

    async pickupPoints(wilayaId: number) {
      const rows = await list("centers/", { wilaya_id: wilayaId }, center);
      const ours = rows.filter((row) => (row.wilaya_id ?? wilayaId) === wilayaId);
      return ours.map((row) => ({
        id: row.center_id,
        name: row.name,
        address: row.address ?? "",
        communeId: row.commune_id,
      }));
    },

    async fees(from: number, to: number) {
      const path = `fees/?from_wilaya_id=${from}&to_wilaya_id=${to}`;
      const { oversize_fee, cod_percentage, insurance_percentage, per_commune } = await read(
        { path, purpose: "background" },
        fees,
      );
      return {
        oversizePerKg: oversize_fee,
        codPercentage: cod_percentage,
        insurancePercentage: insurance_percentage,
        communes: Object.values(per_commune).map(({ commune_id: id, express_home: home, express_desk: pickup }) => ({
          id,
          home,
          pickup,
        })),
      };
    },

    /** The courier's parcel for this order number. */
    async parcelOf(orderNumber: string) {
      const [found] = (await parcelsOf(orderNumber, "parcel")).ours;
      if (!found) return undefined;
      const { tracking, label, price } = found;
      return { tracking, label: label ?? undefined, collected: price ?? undefined };
    },

    /** Whether the list is about that order, and its parcel of this number is not there. */
    async isGone(orderNumber: string, number: string) {
      const { ours, isAll } = await parcelsOf(orderNumber, "background");
      return isAll && !ours.some(({ tracking }) => tracking === number);
    },

    /** @throws CourierFailure with `refusal` when the courier refuses the parcel and makes none */
    async post(out: OutgoingParcel, isWanted: () => boolean) {
      const path = "parcels/";
      const call = { method: "POST", path, body: [wireOf(out)], purpose: "parcel", isWanted } as const;
      // When an error occurs no parcels are made.
      const answer = await read(call, posted, (json) => !(out.orderNumber in json));
      const ours = answer[out.orderNumber];
      if (!ours) throw new CourierFailure("The courier's answer does not name the parcel (POST parcels/).");
      if (!ours.success) {
        const refusal = cut(wordsIn(ours.message), 300) || "Le livreur n'a pas dit pourquoi.";
        throw new CourierFailure("The courier refuses a parcel (POST parcels/).", { refusal });
      }
      if (!ours.tracking) throw new CourierFailure("The courier names no tracking number (POST parcels/).");
      return { tracking: ours.tracking, label: ours.label ?? undefined };
    },

    /** @returns whether it is deleted, which only a parcel in preparation can be */
    async remove(number: string) {
      const path = `parcels/?tracking=${encodeURIComponent(number)}`;
      const answer = await read({ method: "DELETE", path, purpose: "parcel" }, removed);
      return Array.isArray(answer)
        ? answer.some(({ tracking, deleted }) => tracking === number && deleted)
        : (answer[number]?.deleted ?? false);
    },

    /** Also returns how many rows could not be read. */
    async histories(trackings: readonly string[]) {
      const rows = await list("histories/", { tracking: trackings.join(",") }, z.unknown());
      let unread = 0;
      const events = rows.flatMap((row): CourierEvent[] => {
        const { data } = history.safeParse(row);
        const at = data && momentOf(data.date_status);
        if (!at) unread += 1;
        if (!at || !trackings.includes(data.tracking)) return [];
        return [{ kind: "status", tracking: data.tracking, status: data.status, reason: data.reason ?? undefined, at }];
      });
      return { events, unread };
    },
  };
}

const textsIn = (value: unknown): string =>
  [value]
    .flat()
    .filter((text) => typeof text === "string")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

/** A text, a list of texts, or either by the name of its field. */
const wordsIn = (message: unknown): string =>
  textsIn(message) ||
  Object.entries(message ?? {})
    .map(([field, value]) => [field, textsIn(value)])
    .filter(([, words]) => words)
    .map((pair) => pair.join(": "))
    .join("; ");

/** The parcel as the courier's API takes it. */
function wireOf(out: OutgoingParcel) {
  return {
    order_id: out.orderNumber,
    from_wilaya_name: out.fromWilaya,
    firstname: out.firstName,
    familyname: out.lastName,
    contact_phone: out.phone,
    address: out.address,
    to_commune_name: out.commune,
    to_wilaya_name: out.wilaya,
    product_list: out.products,
    // `price` includes the delivery already; `false` would charge it twice.
    price: out.collected,
    freeshipping: true,
    do_insurance: out.insured,
    declared_value: out.declaredValue,
    length: out.parcel.lengthCm,
    width: out.parcel.widthCm,
    height: out.parcel.heightCm,
    weight: out.parcel.weightKg,
    is_stopdesk: out.pickupPointId !== undefined,
    stopdesk_id: out.pickupPointId ?? null,
    has_exchange: false,
    product_to_collect: null,
  };
}
