import { type Bounds, boundedFetch, jsonOf, NoAnswer, retryAfterOf } from "~/bounded-fetch.server";

/** HTTP client of an API: bounds time, size and attempts (specification, sections 7 and 9). */

export const PATIENCE = 25_000;
/** Section 9: phones wait longer. */
const PATIENCE_OF_PHONES = 45_000;
const PHONE = /Android|iPhone|iPad/i;
const ATTEMPTS = 2;
const WAIT = 1_000;
/** Ten times a page of a hundred products. */
const MOST_BYTES = 8 * 1024 * 1024;

export const patienceFor = (userAgent: string | undefined): number =>
  PHONE.test(userAgent ?? "") ? PATIENCE_OF_PHONES : PATIENCE;

export interface ApiOptions {
  /** Scheme, host and optional path of the API, without a slash at the end. */
  base: string;
  /** Milliseconds that the current request waits. */
  patience?: () => number;
  /** Replaced by tests, which do not wait. */
  sleep?: (milliseconds: number) => Promise<void>;
}

interface FailureParts {
  /** HTTP status, if there was an answer. */
  status?: number;
  /** The answer's body: parsed if it was JSON, else its text. */
  body?: unknown;
  /** Milliseconds after which to retry. */
  retryAfter?: number | undefined;
  /** Nothing was sent: there was no connection. */
  isUnsent?: boolean;
}

/** Why there is no usable answer; for logs: 'HTTP 503', 'ECONNREFUSED', 'pas de réponse'. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  readonly status: number | undefined;
  readonly body: unknown;
  readonly retryAfter: number | undefined;
  readonly isUnsent: boolean;
  constructor(message: string, { status, body, retryAfter, isUnsent = false }: FailureParts = {}) {
    super(message);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
    this.isUnsent = isUnsent;
  }

  /** The API answers, but has done nothing and is to be asked later. */
  get isBusy(): boolean {
    return this.status !== undefined && LATER.includes(this.status);
  }

  /** Whether a retry would get the same answer. */
  get isFinal(): boolean {
    return this.status !== undefined && this.status >= 400 && this.status < 500 && !this.isBusy;
  }

  /** As an API may answer at an address that it does not know: a refusal, a redirect, a page. */
  get isOfNoAddress(): boolean {
    return this.status !== undefined && (this.status < 500 || this.status === 501) && !this.isBusy;
  }
}

/** Too slow, too early, too many. */
const LATER = [408, 425, 429];

export interface RequestOptions {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds for all attempts together, when less than the caller's. */
  patience?: number;
  /** Whether it may be sent twice: reading may, and a post with a key that the API honours. */
  repeatable?: boolean;
  /** Called with the headers of an answer, whatever its status. */
  onHeaders?: (headers: Headers) => void;
}

export interface Api {
  readonly base: string;
  /** @returns the parsed answer, null for an empty one to a POST @throws ApiFailure */
  request(path: string, options?: RequestOptions): Promise<unknown>;
}

export function openApi({ base, patience = () => PATIENCE, sleep = wait }: ApiOptions): Api {
  return {
    base,
    async request(path, { method = "GET", repeatable = method === "GET", ...rest } = {}) {
      const end = performance.now() + Math.min(rest.patience ?? Number.POSITIVE_INFINITY, patience());
      let unsure: ApiFailure | undefined;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const bounds = { milliseconds: end - performance.now(), bytes: MOST_BYTES };
          return await send(`${base}${path}`, { method, ...rest }, bounds);
        } catch (error) {
          const failure = error instanceof ApiFailure ? error : failureOf(error);
          const delay = failure.retryAfter ?? WAIT * attempt;
          const isTooLate = performance.now() + delay >= end;
          if (failure.isFinal) throw failure;
          // What was perhaps done is not undone by an attempt that was not.
          if (!failure.isUnsent && !failure.isBusy) unsure ??= failure;
          if (!repeatable || attempt >= ATTEMPTS || isTooLate) throw unsure ?? failure;
          await sleep(delay);
        }
      }
    },
  };
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function send(
  address: string,
  { method = "GET", body, headers, onHeaders }: RequestOptions,
  bounds: Bounds,
): Promise<unknown> {
  const answer = await boundedFetch(address, {
    method,
    bounds,
    onHeaders,
    headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = answer;
  const isDone = method === "POST" && answer.body.length === 0;
  const value = isDone ? null : jsonOf(answer);
  if (status < 200 || status > 299)
    throw new ApiFailure(`HTTP ${status}`, {
      status,
      body: value ?? answer.body.toString("utf8"),
      retryAfter: retryAfterOf(answer),
    });
  if (value === undefined) throw new ApiFailure("la réponse n'est pas du JSON", { status });
  return value;
}

function failureOf(error: unknown): ApiFailure {
  if (!(error instanceof NoAnswer)) return new ApiFailure(error instanceof Error ? error.message : "échec");
  if (error.reason === "slow") return new ApiFailure("pas de réponse");
  if (error.reason === "long") return new ApiFailure("la réponse est trop longue");
  return new ApiFailure(error.code ?? "pas de connexion", { isUnsent: error.isUnsent });
}
