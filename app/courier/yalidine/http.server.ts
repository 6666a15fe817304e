import type { CallHeard, CallPurpose } from "~/shop/workers/parcel-queue";

/**
 * One call of the courier's API: within the quota, within ten seconds and five megabytes, and checked. All that can go wrong is
 * one kind of error with one sentence for the log, in which neither the token nor anything of a shopper ever stands.
 */

export interface Line {
  /** With a slash at the end. */
  url: string;
  id: string;
  token: string;
  /** The quota, which all processes share (Shop.dispatch). */
  quota: {
    takeCall(purpose: CallPurpose): Promise<{ call: string } | { waitMs: number }>;
    endCall(call: string, heard: CallHeard): Promise<void>;
  };
  fetch?: typeof fetch;
  wait?: (ms: number) => Promise<void>;
  timeoutMs?: number;
  mostBytes?: number;
}

export interface Call {
  method?: "GET" | "POST" | "DELETE";
  /** Below the address of the API, with its query. */
  path: string;
  body?: unknown;
  purpose: CallPurpose;
  /** Asked once more at the last moment: whether the call is still wanted. */
  isWanted?: () => boolean;
}

export class CourierFailure extends Error {
  override name = "CourierFailure";
  /** Whether the courier may have done what it was asked, and only its answer is missing. */
  readonly isUnknown: boolean;
  /** What it says against the request itself: asking again would change nothing. */
  readonly refusal: string | undefined;
  /** How long to wait at least. */
  readonly retryAfterMs: number | undefined;

  constructor(
    sentence: string,
    more: { isUnknown?: boolean; refusal?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(sentence);
    this.isUnknown = more.isUnknown ?? false;
    this.refusal = more.refusal;
    this.retryAfterMs = more.retryAfterMs;
  }
}

const TIMEOUT = 10_000;
const MOST_BYTES = 5 * 1024 * 1024;
/** Whoever would have to wait longer for the quota comes back later. */
const PATIENCE = 60_000;
/** What is waited for at a time: another process may have given a call back meanwhile. */
const NAP = 2_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * @returns what the JSON of the answer holds
 * @throws CourierFailure
 */
export async function ask(line: Line, call: Call): Promise<unknown> {
  const { method = "GET", path } = call;
  // Without the query: it may hold a tracking number.
  const name = `${method} ${path.split("?")[0]}`;
  const ticket = await ticketFor(line, call, name);
  let heard: CallHeard = {};
  try {
    if (call.isWanted && !call.isWanted()) throw new CourierFailure(`The call came too late to be made (${name}).`);
    const answer = await exchange(line, call, name);
    heard = quotaIn(answer.headers);
    if (answer.status === 429) heard.retryAfterMs = retryAfter(answer.headers);
    return parsedAnswer(answer, name, line, heard.retryAfterMs);
  } finally {
    await line.quota.endCall(ticket, heard);
  }
}

async function ticketFor({ quota, wait = pause }: Line, { purpose }: Call, name: string): Promise<string> {
  for (let waited = 0; ; ) {
    const turn = await quota.takeCall(purpose);
    if ("call" in turn) return turn.call;
    if (waited + turn.waitMs > PATIENCE)
      throw new CourierFailure(
        `The courier's quota is used up for another ${Math.ceil(turn.waitMs / 1000)} s (${name}).`,
        { retryAfterMs: turn.waitMs },
      );
    const nap = Math.min(turn.waitMs, NAP);
    waited += nap;
    await wait(nap);
  }
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

async function exchange(line: Line, { method = "GET", path, body }: Call, name: string): Promise<Answer> {
  const { timeoutMs = TIMEOUT, mostBytes = MOST_BYTES, fetch: send = fetch } = line;
  const controller = new AbortController();
  // The clock runs until the last byte: an answer that drips is as good as none.
  const clock = setTimeout(() => controller.abort(), timeoutMs);
  const isUnknown = method !== "GET";
  try {
    const response = await send(new URL(path, line.url), {
      method,
      headers: {
        Accept: "application/json",
        "X-API-ID": line.id,
        "X-API-TOKEN": line.token,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The token is for this address and no other.
      redirect: "manual",
      signal: controller.signal,
    });
    const text = await textOf(response, mostBytes);
    if (text === undefined)
      throw new CourierFailure(`The courier's answer is longer than ${mostBytes} bytes (${name}).`, { isUnknown });
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof CourierFailure) throw error;
    if (controller.signal.aborted)
      throw new CourierFailure(`The courier did not answer within ${timeoutMs / 1000} s (${name}).`, { isUnknown });
    const code = codeOf(error);
    throw new CourierFailure(`The courier cannot be reached: ${code} (${name}).`, {
      // Nothing was sent where nobody listened.
      isUnknown: isUnknown && !/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(code),
    });
  } finally {
    clearTimeout(clock);
    // What is still to come of an answer that was given up is not wanted.
    controller.abort();
  }
}

/** Undefined when it is too long: then no more of it is read. */
async function textOf(response: Response, mostBytes: number): Promise<string | undefined> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The system's code only: messages may hold addresses. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === "string" && /^\w+$/.test(code)) return code;
  }
  return "no connection";
}

function parsedAnswer({ status, text }: Answer, name: string, line: Line, retryAfterMs: number | undefined): unknown {
  const isUnknown = !name.startsWith("GET ");
  const told = () => messageIn(text, line);
  if (status === 429)
    throw new CourierFailure(`The courier asks to wait ${Math.ceil((retryAfterMs ?? 0) / 1000)} s (${name}).`, {
      retryAfterMs,
    });
  // A page of some edge that blocks us says nothing of the keys.
  if ((status === 401 || status === 403) && told())
    throw new CourierFailure(
      `The courier refuses YALIDINE_API_ID and YALIDINE_API_TOKEN: ${status}${told()} (${name}).`,
    );
  if (status >= 500) throw new CourierFailure(`The courier answered with ${status}${told()} (${name}).`, { isUnknown });
  if (status < 200 || status >= 300) {
    // Only what the API itself says, in JSON, is an answer to the request; a page of some edge is none.
    const message = told();
    throw new CourierFailure(`The courier answered with ${status}${message} (${name}).`, {
      refusal: isUnknown && status >= 400 && message ? message.slice(2) : undefined,
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    const what = /^\s*</.test(text) ? "is HTML" : "is no whole JSON";
    throw new CourierFailure(`The courier's answer ${what} (${name}).`, { isUnknown });
  }
}

/** ": what the courier says of it", short, in one line, without our keys; empty when it says nothing. */
function messageIn(text: string, { id, token }: Line): string {
  let said: unknown;
  try {
    const json = JSON.parse(text) as {
      message?: unknown;
      error?: { message?: unknown; description?: unknown } | string;
    };
    said =
      typeof json.error === "string" ? json.error : (json.error?.message ?? json.error?.description ?? json.message);
  } catch {
    return "";
  }
  if (typeof said !== "string") return "";
  const short = said.replaceAll(token, "…").replaceAll(id, "…").replace(/\s+/g, " ").trim().slice(0, 200);
  return short && `: ${short}`;
}

function quotaIn(headers: Headers): CallHeard {
  const left = (name: string) => {
    const value = headers.get(`x-${name}-quota-left`);
    return value !== null && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
  };
  return { second: left("second"), minute: left("minute"), hour: left("hour"), day: left("day") };
}

/** Seconds, as the courier writes it; a minute when it says nothing that can be understood. */
function retryAfter(headers: Headers): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  return /^\d{1,6}$/.test(value) ? Number(value) * 1000 : 60_000;
}
