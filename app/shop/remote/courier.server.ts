import { fees as feesSchema, quoteList } from "~/api/tolerant-schemas.server";
import type { Courier } from "~/courier/courier";
import { type DeliverySettings, parcelOf } from "~/domain/delivery";
import type { CourierService, Quote } from "../services/courier";
import { ShopUnavailable } from "../shop";
import { type Api, ApiFailure } from "./http.server";
import { communesIn, pickupPointsIn, wilayasIn } from "./read";
import { FRESH, type Sync } from "./sync.server";

/** Parcels of other sizes and values than these are asked for again. */
const MOST_KEPT = 500;

/** More than any order has: the API reckons no further. */
const MOST_PAIRS = 5_000;
const MOST_DINARS = 100_000_000;

const FEES = "Failed to calculate fees";
const OLD = { mayBeOld: true };
/** There is no such question, or nothing that could be told. */
const NOT_TOLD = Symbol("not told");

export interface RemoteCourier {
  service: CourierService;
  /** An order has found another fee, or no way there: what is kept counts as expired. */
  doubt(): void;
}

/**
 * The API's courier. Names and fees are kept as long as the catalogue is; a name that has expired is served while it is asked for
 * again, a fee is not: it is what the shopper will pay.
 *
 * @param table what is known of wilayas and communes when the API has never answered
 */
export function remoteCourier(
  api: Api,
  sync: Sync,
  table: Courier,
  now: () => Date,
  { insured }: DeliverySettings,
): RemoteCourier {
  const kept = new Map<string, { until: number; answer: unknown }>();
  const running = new Map<string, Promise<unknown>>();

  function keep(path: string, answer: unknown): void {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.delete(path);
    kept.set(path, { until: now().getTime() + FRESH, answer });
  }

  /**
   * @param problem section 8's, for the log
   * @param read undefined when it is not what was asked for; of what is missing it is asked what that means
   */
  async function ask<Read>(
    path: string,
    problem: string,
    read: (answer: unknown) => Read | undefined,
    { body, mayBeOld = false, mayBeMissing = false }: { body?: unknown; mayBeOld?: boolean; mayBeMissing?: boolean },
  ): Promise<Read> {
    const question = body === undefined ? path : `${path} ${JSON.stringify(body)}`;
    const known = kept.get(question);
    if (known && known.until > now().getTime()) return known.answer as Read;
    if (sync.state.awaySince !== undefined) {
      // Nobody waits for it then: the catalogue sync finds out that it is back.
      if (mayBeOld && known) return known.answer as Read;
      throw new ShopUnavailable(`${problem}: the API is away`);
    }
    const answer = running.get(question) ?? answered().finally(() => running.delete(question));
    running.set(question, answer);
    if (mayBeOld && known) {
      answer.catch(() => undefined);
      return known.answer as Read;
    }
    return (await answer) as Read;

    async function answered(): Promise<Read> {
      try {
        const answer = read(await told());
        if (answer === undefined) throw new ApiFailure("la réponse n'est pas celle attendue");
        sync.note();
        keep(question, answer);
        return answer;
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        sync.note(error);
        console.error("%s: %s", problem, error.message);
        throw new ShopUnavailable(`${problem}: ${error.message}`, { cause: error });
      }
    }

    async function told(): Promise<unknown> {
      try {
        // What is asked by POST here changes nothing.
        return await api.ask(path, body === undefined ? {} : { method: "POST", body, repeatable: true });
      } catch (error) {
        if (mayBeMissing && error instanceof ApiFailure && error.status === 404) return undefined;
        throw error;
      }
    }
  }

  async function orFromTable<One>(asked: Promise<One[]>, fallback: () => readonly One[]): Promise<readonly One[]> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof ShopUnavailable) return fallback();
      throw error;
    }
  }

  /** Section 7's way: one commune, one way of delivery at a time. */
  async function calculated(
    { wilayaId, communeId }: { wilayaId: number; communeId: number },
    pairs: number,
    declaredValue: number,
  ): Promise<Quote | undefined> {
    const oran = (await service.wilayas()).find(({ name }) => name.toLowerCase() === "oran");
    if (!oran) {
      console.error("Erreur de configuration Yalidine");
      throw new ShopUnavailable("The API does not know where parcels leave.");
    }
    const parcel = parcelOf(bounded(pairs));
    const amount = amountOf(declaredValue);
    const fees = async (isStopDesk: boolean) => {
      const body = {
        fromWilayaId: oran.id,
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
      const read = (answer: unknown) => (answer === undefined ? NOT_TOLD : feesSchema.parse(answer));
      const told = await ask("/api/yalidine/calculate-fees", FEES, read, { body, mayBeMissing: true });
      return told === NOT_TOLD ? undefined : told;
    };
    const hasPickupPoint = (await service.pickupPoints(communeId)).length > 0;
    const [home, pickup] = await Promise.all([fees(false), hasPickupPoint ? fees(true) : undefined]);
    return home && { home: home, ...(pickup ? { pickup: pickup } : {}) };
  }

  // Whoever asks is given a list of their own.
  const service: CourierService = {
    wilayas: async () => [
      ...(await orFromTable(ask("/api/yalidine/wilayas", "Failed to fetch wilayas", nonEmpty(wilayasIn), OLD), () =>
        table.wilayas(),
      )),
    ],
    async communes(wilayaId) {
      if (!isNumber(wilayaId)) return [];
      const asked = ask(
        `/api/yalidine/communes?wilaya_id=${wilayaId}`,
        "Failed to fetch communes",
        (answer) => communesIn(answer, wilayaId),
        OLD,
      );
      return [...(await orFromTable(asked, () => table.communes(wilayaId)))];
    },
    async pickupPoints(communeId) {
      if (!isNumber(communeId)) return [];
      const asked = ask(
        `/api/yalidine/centers?commune_id=${communeId}`,
        "Failed to fetch centers",
        (answer) => pickupPointsIn(answer, communeId),
        OLD,
      );
      return [...(await asked)];
    },
    async quote(destination, pairs, declaredValue) {
      if (![destination.wilayaId, destination.communeId].every(isNumber)) return undefined;
      const all = await service.quotes(destination.wilayaId, pairs, declaredValue);
      return all ? all.get(destination.communeId) : calculated(destination, pairs, declaredValue);
    },
    async quotes(wilayaId, pairs, declaredValue) {
      if (!isNumber(wilayaId)) return new Map();
      const query = new URLSearchParams({
        wilaya_id: String(wilayaId),
        pairs: String(bounded(pairs)),
        declared_value: String(amountOf(declaredValue)),
      });
      // A shop like this one tells them all at once; section 7 knows nothing of that.
      const read = (answer: unknown) => (answer === undefined ? NOT_TOLD : quotesIn(answer));
      const quotes = await ask(`/api/yalidine/quotes?${query}`, FEES, read, { mayBeMissing: true });
      return quotes === NOT_TOLD ? undefined : quotes;
    },
    // Parcels are made by the shop that the orders are placed with.
    state: async () => ({ isConnected: false, parcels: { waiting: 0, refused: [] } }),
  };
  const doubt = () => {
    for (const one of kept.values()) one.until = 0;
  };
  return { service, doubt };
}

/** Of nothing it costs what one pair does. */
const bounded = (pairs: number) => Math.min(MOST_PAIRS, Math.max(1, Math.ceil(pairs) || 1));
const amountOf = (declaredValue: number) => Math.min(MOST_DINARS, Math.max(0, Math.round(declaredValue) || 0));

const isNumber = (id: number) => Number.isSafeInteger(id) && id > 0;

const nonEmpty =
  <One>(read: (answer: unknown) => One[] | undefined) =>
  (answer: unknown) => {
    const found = read(answer);
    return found && found.length > 0 ? found : undefined;
  };

function quotesIn(answer: unknown): Map<number, Quote> | undefined {
  const quotes = quoteList.parse(answer);
  return (
    quotes &&
    new Map(
      quotes.flatMap(({ commune_id, home, stop_desk: pickup }): [number, Quote][] =>
        home ? [[commune_id, { home, ...(pickup ? { pickup } : {}) }]] : [],
      ),
    )
  );
}
