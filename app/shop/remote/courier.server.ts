import { LRUCache } from "lru-cache";
import { fees as feesSchema, quoteList, wilayaFeesList } from "~/api/tolerant-schemas.server";
import { type Courier, originOf } from "~/courier/courier";
import { type DeliverySettings, MOST_DINARS, MOST_PAIRS, parcelOf } from "~/domain/delivery/delivery";
import type { Order, Recipient } from "~/domain/order/order";
import type { CourierService, Quote } from "../services/courier";
import { ShopUnavailable, unlessUnavailable } from "../shop";
import { type CatalogueSync, FRESH } from "./catalogue-sync.server";
import { type Api, ApiFailure } from "./http.server";
import { communesIn, pickupPointsIn, wilayasIn } from "./read-answers";

/** Cached answers; requests for other sizes and values replace the oldest. */
const MOST_KEPT = 500;

const OLD = { mayBeOld: true };
/** The API does not have this operation, or nothing under this address. */
const MISSING = Symbol("missing");

interface Asking {
  body?: unknown;
  mayBeOld?: boolean;
  isMissing?: (failure: ApiFailure) => boolean;
}

export type RemoteCourier = ReturnType<typeof remoteCourier>;

/**
 * The API's courier. Answers are cached as long as the catalogue is fresh. An expired name is
 * served while it is requested again; an expired fee is not, since the shopper pays it.
 * @param table wilayas and communes until the API has answered once
 */
export function remoteCourier(
  api: Api,
  sync: CatalogueSync,
  table: Courier,
  now: () => Date,
  { insured }: DeliverySettings,
) {
  const answers = new LRUCache<string, NonNullable<unknown>, () => Promise<NonNullable<unknown>>>({
    max: MOST_KEPT,
    ttl: FRESH,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
    fetchMethod: (_key, _old, { context: fetchAnswer }) => fetchAnswer(),
    ignoreFetchAbort: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
  });

  /**
   * @param problem section 8's text, for the log
   * @param read parses an answer, undefined when it is missing; undefined when it is invalid
   * @param isMissing whether a failure says that the API has no such answer
   */
  async function request<Read extends NonNullable<unknown>>(
    path: string,
    problem: string,
    read: (answer: unknown) => Read | undefined,
    { body, mayBeOld = false, isMissing }: Asking,
  ): Promise<Read> {
    const key = body === undefined ? path : `${path} ${JSON.stringify(body)}`;
    // While away the API is not called here; the catalogue sync notices when it is back.
    const isAway = sync.state.awaySince !== undefined;
    const options = { allowStale: mayBeOld };
    const answer = isAway ? answers.get(key, options) : await answers.fetch(key, { ...options, context: fetchAnswer });
    if (answer === undefined) throw new ShopUnavailable(`${problem}: the API is away`);
    return answer as Read;

    async function fetchAnswer(): Promise<Read> {
      try {
        const answer = read(await requested());
        if (answer === undefined) throw new ApiFailure("la réponse n'est pas celle attendue", { status: 200 });
        sync.note();
        return answer;
      } catch (error) {
        if (error instanceof ApiFailure) sync.note(error, true);
        return sync.failUnavailable(problem, error);
      }
    }

    async function requested(): Promise<unknown> {
      try {
        // These POST requests change nothing.
        return await api.request(path, body === undefined ? {} : { method: "POST", body, repeatable: true });
      } catch (error) {
        if (error instanceof ApiFailure && isMissing?.(error)) return undefined;
        throw error;
      }
    }
  }

  /** Fees, by an operation that the API may not have: undefined then. */
  async function requestFees<Read extends NonNullable<unknown>>(
    path: string,
    read: (answer: unknown) => Read | undefined,
    body?: unknown,
  ): Promise<Read | undefined> {
    const orMissing = (answer: unknown) => (answer === undefined ? MISSING : read(answer));
    // An API of section 7 does not know the addresses that are read by GET.
    const isMissing = ({ status, isOfNoAddress }: ApiFailure) => (body ? status === 404 : isOfNoAddress);
    const fees = await request(path, "Failed to calculate fees", orMissing, { body, isMissing });
    return fees === MISSING ? undefined : fees;
  }

  /** Section 7's operation: fees of one commune and one delivery mode at a time. */
  async function calculated(
    { wilayaId, communeId }: { wilayaId: number; communeId: number },
    pairs: number,
    declaredValue: number,
  ): Promise<Quote | undefined> {
    const origin = originOf(await service.wilayas());
    if (!origin) {
      console.error("Erreur de configuration Yalidine");
      throw new ShopUnavailable("The API does not know where parcels leave.", { isLogged: true });
    }
    const parcel = parcelOf(bounded(pairs));
    const amount = boundedAmount(declaredValue);
    const fees = (isStopDesk: boolean) => {
      const body = {
        fromWilayaId: origin.id,
        toWilayaId: wilayaId,
        toCommuneId: communeId,
        price: amount,
        declaredValue: amount,
        weight: parcel.weightKg,
        length: parcel.lengthCm,
        width: parcel.widthCm,
        height: parcel.heightCm,
        isStopDesk,
        freeShipping: false,
        doInsurance: insured,
      };
      return requestFees("/api/yalidine/calculate-fees", (answer) => feesSchema.parse(answer), body);
    };
    const hasPickupPoint = (await service.pickupPoints(communeId)).length > 0;
    const [home, pickup] = await Promise.all([fees(false), hasPickupPoint ? fees(true) : undefined]);
    return home && { home, ...(pickup ? { pickup } : {}) };
  }

  // Lists are copied, since callers may change them.
  const service: CourierService = {
    async wilayas() {
      const wilayas = request("/api/yalidine/wilayas", "Failed to fetch wilayas", nonEmpty(wilayasIn), OLD);
      return [...((await unlessUnavailable(wilayas)) ?? table.wilayas())];
    },
    async communes(wilayaId) {
      if (!isNumber(wilayaId)) return [];
      const path = `/api/yalidine/communes?wilaya_id=${wilayaId}`;
      const communes = request(path, "Failed to fetch communes", (answer) => communesIn(answer, wilayaId), OLD);
      return [...((await unlessUnavailable(communes)) ?? table.communes(wilayaId))];
    },
    async pickupPoints(communeId) {
      if (!isNumber(communeId)) return [];
      const path = `/api/yalidine/centers?commune_id=${communeId}`;
      return [...(await request(path, "Failed to fetch centers", (answer) => pickupPointsIn(answer, communeId), OLD))];
    },
    async quote(destination, pairs, declaredValue) {
      if (![destination.wilayaId, destination.communeId].every(isNumber)) return undefined;
      const all = await service.quotes(destination.wilayaId, pairs, declaredValue);
      return all ? all.get(destination.communeId) : calculated(destination, pairs, declaredValue);
    },
    async quotes(wilayaId, pairs, declaredValue) {
      if (!isNumber(wilayaId)) return new Map();
      const query = new URLSearchParams({ wilaya_id: String(wilayaId), ...parcelQuery(pairs, declaredValue) });
      // An extension of shops like this one; section 7 has no such operation.
      return requestFees(`/api/yalidine/quotes?${query}`, (answer) =>
        byPlace(quoteList.parse(answer), ({ commune_id }) => commune_id),
      );
    },
    async wilayaFees(pairs, declaredValue) {
      const query = new URLSearchParams(parcelQuery(pairs, declaredValue));
      // An extension as well.
      return requestFees(`/api/yalidine/wilaya-fees?${query}`, (answer) =>
        byPlace(wilayaFeesList.parse(answer), ({ wilaya_id }) => wilaya_id),
      );
    },
  };
  /** Expires the cached fees, after an order met another fee or destination. */
  const expire = () => {
    for (const [key, answer] of answers) answers.set(key, answer, { start: 1 });
  };
  /** With the names that the shopper chose among. */
  async function withPlaceNames(recipient: Recipient): Promise<Order["recipient"]> {
    const { wilayaId, communeId, pickupPointId } = recipient;
    const [wilayas, communes, points = []] = await Promise.all([
      service.wilayas(),
      service.communes(wilayaId),
      pickupPointId === undefined ? [] : unlessUnavailable(service.pickupPoints(communeId)),
    ]);
    const point = points.find(({ id }) => id === pickupPointId);
    return {
      ...recipient,
      wilayaName: wilayas.find(({ id }) => id === wilayaId)?.name ?? "",
      communeName: communes.find(({ id }) => id === communeId)?.name ?? "",
      ...(point ? { pickupPointName: point.name, pickupPointAddress: point.address } : {}),
    };
  }
  return { service, expire, withPlaceNames };
}

/** Without pairs the fee is that of one. */
const bounded = (pairs: number) => Math.min(MOST_PAIRS, Math.max(1, Math.ceil(pairs) || 1));
const boundedAmount = (declaredValue: number) => Math.min(MOST_DINARS, Math.max(0, Math.round(declaredValue) || 0));

const parcelQuery = (pairs: number, declaredValue: number) => ({
  pairs: String(bounded(pairs)),
  declared_value: String(boundedAmount(declaredValue)),
});

const isNumber = (id: number) => Number.isSafeInteger(id) && id > 0;

const nonEmpty =
  <Item>(read: (answer: unknown) => Item[] | undefined) =>
  (answer: unknown) => {
    const value = read(answer);
    return value && value.length > 0 ? value : undefined;
  };

/** By the number of the place; those that nothing is delivered to are left out. */
function byPlace<Fee, Place extends { home?: Fee | undefined; stop_desk?: Fee | undefined }>(
  places: readonly Place[] | undefined,
  numberOf: (place: Place) => number,
): Map<number, { home: Fee; pickup?: Fee }> | undefined {
  if (!places) return undefined;
  const fees = new Map<number, { home: Fee; pickup?: Fee }>();
  for (const place of places) {
    const { home, stop_desk: pickup } = place;
    if (home) fees.set(numberOf(place), { home, ...(pickup ? { pickup } : {}) });
  }
  return fees;
}
