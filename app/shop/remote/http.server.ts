/** Another shop's API over HTTP: bounded in time, size and attempts (specification, sections 7 and 9). */

export const PATIENCE = 25_000;
/** Section 9: phones are given longer. */
export const PATIENCE_OF_PHONES = 45_000;
const PHONE = /Android|iPhone|iPad/i;
const ATTEMPTS = 2;
const WAIT = 1_000;
/** A page of a hundred products is a tenth of that. */
const MOST_BYTES = 8 * 1024 * 1024;

export const patienceFor = (userAgent: string | undefined): number =>
  PHONE.test(userAgent ?? "") ? PATIENCE_OF_PHONES : PATIENCE;

export interface ApiOptions {
  /** Scheme and host of the API, and a path when it has one, without a slash at the end. */
  base: string;
  /** How long whoever is asking now is ready to wait, in milliseconds. */
  patience?: () => number;
  /** For tests: waiting without the time. */
  sleep?: (milliseconds: number) => Promise<void>;
}

/** Why there is no answer. The message is for logs: 'HTTP 503', 'ECONNREFUSED', 'pas de réponse'. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  constructor(
    message: string,
    /** Of the answer, when there was one. */
    readonly status?: number,
    /** What it said, when that was JSON. */
    readonly body?: unknown,
    /** When to ask again, in milliseconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** It is there, and asked by too many at once. */
  get isBusy(): boolean {
    return this.status === 429;
  }

  /** An answer that would be the same again, as against none, a busy or a broken one. */
  get isFinal(): boolean {
    return (
      this.status !== undefined && this.status >= 400 && this.status < 500 && ![408, 425, 429].includes(this.status)
    );
  }
}

export interface Ask {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
  /** Of all attempts together, in milliseconds, where that is less than whoever asks would wait. */
  patience?: number;
  /** Whether it may be asked twice: reading may, and what carries a key. */
  repeatable?: boolean;
}

export interface Api {
  readonly base: string;
  /** @returns what was answered, parsed @throws ApiFailure */
  ask(path: string, ask?: Ask): Promise<unknown>;
}

export function openApi({ base, patience = () => PATIENCE, sleep = later }: ApiOptions): Api {
  return {
    base,
    async ask(path, { method = "GET", repeatable = method === "GET", ...rest } = {}) {
      const end = performance.now() + Math.min(rest.patience ?? Number.POSITIVE_INFINITY, patience());
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(`${base}${path}`, { method, ...rest }, end - performance.now());
        } catch (error) {
          const failure = error instanceof ApiFailure ? error : new ApiFailure(reasonOf(error));
          const wait = failure.retryAfter ?? WAIT * attempt;
          const isTooLate = performance.now() + wait >= end;
          if (failure.isFinal || !repeatable || attempt >= ATTEMPTS || isTooLate) throw failure;
          await sleep(wait);
        }
      }
    },
  };
}

const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function once(address: string, { method, body, headers }: Ask, patience: number): Promise<unknown> {
  // One clock for connecting, waiting and reading: what drips is cut off as well.
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(patience)));
  const response = await fetch(address, {
    method: method ?? "GET",
    signal,
    // An API that sends elsewhere is not the one that was configured.
    redirect: "error",
    headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await readText(response);
  const value = parsed(text);
  if (!response.ok) throw new ApiFailure(`HTTP ${response.status}`, response.status, value, retryAfter(response));
  if (value === undefined) throw new ApiFailure("la réponse n'est pas du JSON");
  return value;
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
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
  const told = headers.get("retry-after");
  return told !== null && /^\d{1,5}$/.test(told) ? Number(told) * 1000 : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "échec";
  if (error.name === "TimeoutError") return "pas de réponse";
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : error.message;
}
