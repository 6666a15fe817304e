import { boundedFetch, type Fetched, jsonOf, NoAnswer, retryAfterOf } from "~/bounded-fetch.server";
import { cut } from "~/domain/values/clean-text";
import { MINUTE } from "~/domain/values/durations";
import type { CallPurpose, ParcelQueue, QuotaReport, Wait } from "~/shop/workers/parcel-queue";

/**
 * A call of the courier's API: within the quota, ten seconds and five megabytes. Failures have one
 * sentence for the log, which never holds the token or anything of a shopper.
 */

export interface Connection {
  /** With a slash at the end. */
  url: string;
  id: string;
  token: string;
  /** The quota that all processes share. */
  quota: Pick<ParcelQueue, "takeCall" | "endCall">;
  fetch?: typeof fetch;
  wait?: (ms: number) => Promise<void>;
  timeoutMs?: number;
}

export interface Call {
  method?: "GET" | "POST" | "DELETE";
  /** Relative to `url`, with its query. */
  path: string;
  body?: unknown;
  purpose: CallPurpose;
  /** Read right before the call: whether it is still wanted. */
  isWanted?: () => boolean;
}

export class CourierFailure extends Error {
  override name = "CourierFailure";
  /** The courier's reason against the request itself; a repetition would not help. */
  readonly refusal: string | undefined;
  /** The least time to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The courier was not asked: the shop's quota allows it once that time has passed. */
  readonly isOwnQuota: boolean;

  constructor(sentence: string, more: { refusal?: string | undefined } & Partial<Wait> = {}) {
    super(sentence);
    this.refusal = more.refusal;
    this.retryAfterMs = more.retryAfterMs;
    this.isOwnQuota = more.isOwnQuota ?? false;
  }
}

const TIMEOUT = 10_000;
const MOST_BYTES = 5 * 1024 * 1024;
/** A call fails that would have to wait longer for the quota. */
const MAX_WAIT = MINUTE;
/** One wait; another process may have returned a call meanwhile. */
const WAIT_STEP = 2_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @returns the parsed JSON of the answer; throws CourierFailure only */
export async function callApi(connection: Connection, call: Call): Promise<unknown> {
  const { method = "GET", path } = call;
  // Without the query, which may hold a tracking number.
  const name = `${method} ${path.split("?")[0]}`;
  const ticket = await ticketFor(connection, call, name);
  let limits: QuotaReport = {};
  try {
    if (call.isWanted && !call.isWanted())
      throw new CourierFailure(`The call came too late to be made (${name}).`, { retryAfterMs: 0 });
    const answer = await exchange(connection, call, name);
    limits = limitsIn(answer.headers);
    if (answer.status === 429) limits.retryAfterMs = retryAfterOf(answer) ?? MINUTE;
    return parsedAnswer(answer, name, connection, limits.retryAfterMs);
  } finally {
    await connection.quota.endCall(ticket, limits);
  }
}

async function ticketFor({ quota, wait = sleep }: Connection, { purpose }: Call, name: string): Promise<string> {
  for (let waited = 0; ; ) {
    const turn = await quota.takeCall(purpose);
    if ("call" in turn) return turn.call;
    if (waited + turn.waitMs > MAX_WAIT)
      throw new CourierFailure(
        `The courier's quota is used up for another ${Math.ceil(turn.waitMs / 1000)} s (${name}).`,
        { retryAfterMs: turn.waitMs, isOwnQuota: true },
      );
    const step = Math.min(turn.waitMs, WAIT_STEP);
    waited += step;
    await wait(step);
  }
}

async function exchange(connection: Connection, { method = "GET", path, body }: Call, name: string): Promise<Fetched> {
  const { timeoutMs = TIMEOUT } = connection;
  try {
    return await boundedFetch(new URL(path, connection.url), {
      method,
      headers: {
        Accept: "application/json",
        "X-API-ID": connection.id,
        "X-API-TOKEN": connection.token,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      bounds: { milliseconds: timeoutMs, bytes: MOST_BYTES },
      fetch: connection.fetch,
    });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { reason, code = "no connection" } = error;
    const sentences = {
      slow: `The courier did not answer within ${timeoutMs / 1000} s`,
      long: `The courier's answer is longer than ${MOST_BYTES} bytes`,
      broken: `The courier cannot be reached: ${code}`,
    };
    throw new CourierFailure(`${sentences[reason]} (${name}).`);
  }
}

function parsedAnswer(
  answer: Fetched,
  name: string,
  connection: Connection,
  retryAfterMs: number | undefined,
): unknown {
  const { status } = answer;
  const json = jsonOf(answer);
  if (status >= 200 && status < 300) {
    if (json !== undefined) return json;
    const what = /^\s*</.test(answer.body.toString("utf8")) ? "is HTML" : "is no whole JSON";
    throw new CourierFailure(`The courier's answer ${what} (${name}).`);
  }
  if (status === 429)
    throw new CourierFailure(`The courier asks to wait ${Math.ceil((retryAfterMs ?? 0) / 1000)} s (${name}).`, {
      retryAfterMs,
    });
  const message = messageIn(json, connection);
  const why = message && `: ${message}`;
  // An HTML page that blocks us says nothing about the keys.
  if ((status === 401 || status === 403) && message)
    throw new CourierFailure(`The courier refuses YALIDINE_API_ID and YALIDINE_API_TOKEN: ${status}${why} (${name}).`);
  const failure = `The courier answered with ${status}${why} (${name}).`;
  // Only a JSON message refuses the request; an HTML page may come from a proxy.
  const isRefusal = !name.startsWith("GET ") && status >= 400 && status < 500;
  throw new CourierFailure(failure, { refusal: (isRefusal && message) || undefined });
}

/** The message of a JSON answer, short and without our keys; empty when it has none. */
export function messageIn(json: unknown, { id, token }: Connection): string {
  const { error, message } = (json ?? {}) as {
    message?: unknown;
    error?: { message?: unknown; description?: unknown } | string;
  };
  const text = typeof error === "string" ? error : (error?.message ?? error?.description ?? message);
  if (typeof text !== "string") return "";
  return cut(text.replaceAll(token, "…").replaceAll(id, "…").replace(/\s+/g, " ").trim(), 200);
}

function limitsIn(headers: Headers): QuotaReport {
  const left = (name: string) => {
    const value = headers.get(`x-${name}-quota-left`);
    return value !== null && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
  };
  return { second: left("second"), minute: left("minute"), hour: left("hour"), day: left("day") };
}
