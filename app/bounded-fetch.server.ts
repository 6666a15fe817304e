/** Requests to other machines: bounded in time and size, and never past a redirect. */

export interface Bounds {
  /** For connecting, waiting and reading together: a body may arrive byte by byte. */
  milliseconds: number;
  bytes: number;
}

interface BoundedRequest extends Pick<RequestInit, "method" | "headers" | "body"> {
  bounds: Bounds;
  /** Called before the body is read. */
  onHeaders?: ((headers: Headers) => void) | undefined;
  fetch?: typeof fetch | undefined;
}

export interface Fetched {
  status: number;
  headers: Headers;
  body: Buffer;
}

interface Cause {
  code?: string;
  syscall?: string;
  /** One for each address of the host's name. */
  errors?: Cause[];
}

/** There is no whole answer. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  /** The system's code, such as ECONNREFUSED: messages may hold addresses. */
  readonly code: string | undefined;
  /** No connection came about, so that nothing of the request was sent. */
  readonly isUnsent: boolean;

  constructor(
    readonly reason: "slow" | "long" | "broken",
    cause?: unknown,
  ) {
    super(reason, { cause });
    let deepest = cause;
    while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
    const system = (deepest ?? {}) as Cause;
    this.code = system.code;
    this.isUnsent = isUnconnected(system);
  }
}

const isUnconnected = ({ code, syscall = "", errors }: Cause): boolean =>
  ["connect", "getaddrinfo"].includes(syscall) ||
  code === "UND_ERR_CONNECT_TIMEOUT" ||
  (errors !== undefined && errors.length > 0 && errors.every(isUnconnected));

/** @throws NoAnswer */
export async function boundedFetch(
  address: string | URL,
  { bounds, onHeaders, fetch: send = fetch, ...request }: BoundedRequest,
): Promise<Fetched> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(1, bounds.milliseconds));
  try {
    // A redirect may lead to another host, and take the keys there.
    const response = await send(address, { ...request, redirect: "manual", signal: controller.signal });
    onHeaders?.(response.headers);
    return { status: response.status, headers: response.headers, body: await bodyOf(response, bounds.bytes) };
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(controller.signal.aborted ? "slow" : "broken", error);
  } finally {
    clearTimeout(timer);
    // Closes the connection of an answer that is too long.
    controller.abort();
  }
}

async function bodyOf({ headers, body }: Response, most: number): Promise<Buffer> {
  if (Number(headers.get("content-length")) > most) throw new NoAnswer("long");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) throw new NoAnswer("long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parsed JSON of an answer, also after a byte order mark; undefined when it is none. */
export function jsonOf({ body }: Fetched): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** Milliseconds of the header `Retry-After`; dates are not read. */
export function retryAfterOf({ headers }: Fetched): number | undefined {
  const seconds = headers.get("retry-after")?.trim() ?? "";
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
