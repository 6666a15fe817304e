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
  /** @returns the parsed answer @throws ApiFailure */
  request(path: string, options?: RequestOptions): Promise<unknown>;
}

export function openApi({ base, patience = () => PATIENCE, sleep = wait }: ApiOptions): Api {
  return {
    base,
    async request(path, { method = "GET", repeatable = method === "GET", ...rest } = {}) {
      const end = performance.now() + Math.min(rest.patience ?? Number.POSITIVE_INFINITY, patience());
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await send(`${base}${path}`, { method, ...rest }, end - performance.now());
        } catch (error) {
          const failure = error instanceof ApiFailure ? error : failureOf(error);
          const delay = failure.retryAfter ?? WAIT * attempt;
          const isTooLate = performance.now() + delay >= end;
          if (failure.isFinal || !repeatable || attempt >= ATTEMPTS || isTooLate) throw failure;
          await sleep(delay);
        }
      }
    },
  };
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function send(
  address: string,
  { method, body, headers, onHeaders }: RequestOptions,
  patience: number,
): Promise<unknown> {
  // One timeout for connecting, waiting and reading: a slow stream is cut off too.
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(patience)));
  const response = await fetch(address, {
    method: method ?? "GET",
    signal,
    // A redirect may lead to another host than the configured one.
    redirect: "error",
    headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  onHeaders?.(response.headers);
  const text = await readText(response);
  const value = parsed(text);
  const { ok, status } = response;
  if (!ok) throw new ApiFailure(`HTTP ${status}`, { status, body: value ?? text, retryAfter: retryAfter(response) });
  if (value === undefined) throw new ApiFailure("la réponse n'est pas du JSON");
  return value;
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > MOST_BYTES) throw new ApiFailure("la réponse est trop longue");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function retryAfter({ headers }: Response): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

function failureOf(error: unknown): ApiFailure {
  if (!(error instanceof Error)) return new ApiFailure("échec");
  if (error.name === "TimeoutError") return new ApiFailure("pas de réponse");
  const cause = (error.cause ?? {}) as Cause;
  return new ApiFailure(cause.code ?? error.message, { isUnsent: isUnconnected(cause) });
}

interface Cause {
  code?: string;
  syscall?: string;
  /** One for each address of the API's name. */
  errors?: Cause[];
}

/** Whether no connection came about, so that nothing of the request was sent. */
const isUnconnected = ({ code, syscall = "", errors }: Cause): boolean =>
  ["connect", "getaddrinfo"].includes(syscall) ||
  code === "UND_ERR_CONNECT_TIMEOUT" ||
  (errors !== undefined && errors.length > 0 && errors.every(isUnconnected));
