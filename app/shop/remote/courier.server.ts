import type { Courier } from "~/courier/courier";
import { fields, records } from "~/domain/content-values";
import { type CourierDesk, type Quote, ShopUnavailable } from "../shop";
import { type Api, ApiFailure } from "./http.server";
import { communesIn, feesFrom, stopDesksIn, wilayasIn } from "./read";
import { FRESH, type Sync } from "./sync.server";

/** Parcels of other sizes and values than these are asked for again. */
const MOST_KEPT = 500;

/** More than any order has: the API reckons no further. */
const MOST_PAIRS = 5_000;
const MOST_DINARS = 100_000_000;

export interface RemoteCourier {
  desk: CourierDesk;
  /** An order has found another fee, or no way there: what is kept counts as expired. */
  doubt(): void;
}

/**
 * The API's courier. Names and fees are kept as long as the catalogue is; a name that has expired is served while it is asked for
 * again, a fee is not: it is what the shopper will pay.
 *
 * @param table what is known of wilayas and communes when the API has never answered
 */
export function remoteCourier(api: Api, sync: Sync, table: Courier, now: () => Date): RemoteCourier {
  const kept = new Map<string, { until: number; answer: unknown }>();
  const running = new Map<string, Promise<unknown>>();

  function keep(path: string, answer: unknown): void {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.delete(path);
    kept.set(path, { until: now().getTime() + FRESH, answer });
  }

  /** @param problem section 8's, for the log */
  async function ask<Read>(
    path: string,
    problem: string,
    read: (answer: unknown) => Read | undefined,
    mayBeOld: boolean,
  ): Promise<Read> {
    const known = kept.get(path);
    if (known && known.until > now().getTime()) return known.answer as Read;
    if (sync.state.awaySince !== undefined) {
      // Nobody waits for it then: the catalogue's own round finds out that it is back.
      if (mayBeOld && known) return known.answer as Read;
      throw new ShopUnavailable(`${problem}: the API is away`);
    }
    const question = running.get(path) ?? answerTo(path, problem, read).finally(() => running.delete(path));
    running.set(path, question);
    if (mayBeOld && known) {
      question.catch(() => undefined);
      return known.answer as Read;
    }
    return (await question) as Read;
  }

  async function answerTo<Read>(path: string, problem: string, read: (answer: unknown) => Read | undefined): Promise<Read> {
    try {
      const answer = read(await api.ask(path));
      if (answer === undefined) throw new ApiFailure("la réponse n'est pas celle attendue");
      sync.note();
      keep(path, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      sync.note(error);
      console.error("%s: %s", problem, error.message);
      throw new ShopUnavailable(`${problem}: ${error.message}`, { cause: error });
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

  // Whoever asks is given a list of their own.
  const desk: CourierDesk = {
    wilayas: async () => [
      ...(await orFromTable(ask("/api/yalidine/wilayas", "Failed to fetch wilayas", nonEmpty(wilayasIn), true), () =>
        table.wilayas(),
      )),
    ],
    async communes(wilayaId) {
      if (!isNumber(wilayaId)) return [];
      const asked = ask(
        `/api/yalidine/communes?wilaya_id=${wilayaId}`,
        "Failed to fetch communes",
        (answer) => communesIn(answer, wilayaId),
        true,
      );
      return [...(await orFromTable(asked, () => table.communes(wilayaId)))];
    },
    async stopDesks(communeId) {
      if (!isNumber(communeId)) return [];
      const asked = ask(
        `/api/yalidine/centers?commune_id=${communeId}`,
        "Failed to fetch centers",
        (answer) => stopDesksIn(answer, communeId),
        true,
      );
      return [...(await asked)];
    },
    async quote({ wilayaId, communeId }, pairs, declaredValue) {
      if (![wilayaId, communeId].every(isNumber)) return undefined;
      const query = new URLSearchParams({
        wilaya_id: String(wilayaId),
        // Of nothing it costs what one pair does.
        pairs: String(Math.min(MOST_PAIRS, Math.max(1, Math.ceil(pairs) || 1))),
        declared_value: String(Math.min(MOST_DINARS, Math.max(0, Math.round(declaredValue) || 0))),
      });
      const path = `/api/yalidine/quotes?${query}`;
      const quotes = await ask(path, "Failed to calculate fees", quotesIn, false);
      return quotes.get(communeId);
    },
    // Parcels are made by the shop that the orders are placed with.
    state: async () => ({ isConnected: false, parcels: { waiting: 0, refused: [] } }),
  };
  const doubt = () => {
    for (const one of kept.values()) one.until = 0;
  };
  return { desk, doubt };
}

const isNumber = (id: number) => Number.isSafeInteger(id) && id > 0;

const nonEmpty =
  <One>(read: (answer: unknown) => One[] | undefined) =>
  (answer: unknown) => {
    const found = read(answer);
    return found && found.length > 0 ? found : undefined;
  };

function quotesIn(answer: unknown): Map<number, Quote> | undefined {
  if (!Array.isArray(answer)) return undefined;
  return new Map(
    records(answer).flatMap((one): [number, Quote][] => {
      const domicile = feesFrom(fields(one.home));
      const relais = feesFrom(fields(one.stop_desk));
      if (typeof one.commune_id !== "number" || !domicile) return [];
      return [[one.commune_id, { domicile, ...(relais ? { relais } : {}) }]];
    }),
  );
}
