import { connect } from "node:net";

interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: string;
}

/** Sends bytes that no HTTP client would. The connection is closed after the first answer. */
export function rawAnswer(base: string, lines: readonly string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy(new Error("No answer within 10 s.")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const [head = "", ...rest] = text.split("\r\n\r\n");
      const [first = "", ...fields] = head.split("\r\n");
      const headers = fields.map((field): [string, string] => {
        const at = field.indexOf(":");
        return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()];
      });
      resolve({ status: Number(first.split(" ")[1]), headers: new Map(headers), body: rest.join("\r\n\r\n") });
    });
    socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  });
}

/** A message as it stood on the wire, framed by its own words alone. */
export interface Framed extends Omit<RawAnswer, "body"> {
  body: Buffer;
}

/**
 * Asks one thing after the other on one connection, which the last one closes: an answer that is
 * shorter or longer than it says takes the beginning of the next, or leaves something over.
 * @throws when the bytes until the connection ends are not exactly the answers
 */
export async function framedAnswers(base: string, requests: readonly { method: string; text: string }[]) {
  let bytes = await untilClosed(base, requests.map(({ text }) => text).join(""));
  const answers: Framed[] = [];
  for (const { method } of requests) {
    const { answer, rest } = framed(bytes, method);
    answers.push(answer);
    bytes = rest;
    if (answer.headers.get("connection") === "close") break;
  }
  if (bytes.length > 0) throw new Error(`${bytes.length} bytes after the last answer: ${bytes.subarray(0, 80)}`);
  return answers;
}

function untilClosed(base: string, text: string): Promise<Buffer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.setTimeout(20_000, () => socket.destroy(new Error("Silent for 20 s.")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks)));
    socket.write(text, "latin1");
  });
}

/** The first message of these bytes (RFC 9112, 6.3), and what follows it. */
function framed(bytes: Buffer, method: string): { answer: Framed; rest: Buffer } {
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...fields] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (end < 0 || !status) throw new Error(`No beginning of an answer: ${bytes.subarray(0, 80)}`);
  const headers = new Map<string, string>();
  for (const field of fields) {
    const at = field.indexOf(":");
    const name = field.slice(0, at).toLowerCase();
    if (headers.has(name) && name !== "set-cookie") throw new Error(`${name} is there twice.`);
    headers.set(name, field.slice(at + 1).trim());
  }
  let rest = bytes.subarray(end + 4);
  let body = Buffer.alloc(0);
  const take = (size: number) => {
    if (rest.length < size) throw new Error(`${size} bytes announced, ${rest.length} sent.`);
    const taken = rest.subarray(0, size);
    rest = rest.subarray(size);
    return taken;
  };
  const announced = headers.get("content-length");
  if (method === "HEAD" || status === 204 || status === 304) return { answer: { status, headers, body }, rest };
  if (headers.get("transfer-encoding") === "chunked") {
    if (announced !== undefined) throw new Error("Chunked, and with a length.");
    for (let size = -1; size !== 0; ) {
      const line = rest.indexOf("\r\n");
      size = Number.parseInt(take(line + 2).toString("latin1"), 16);
      body = Buffer.concat([body, take(size)]);
      if (take(2).toString("latin1") !== "\r\n") throw new Error("A chunk is longer than it says.");
    }
  } else if (announced !== undefined) body = Buffer.from(take(Number(announced)));
  else throw new Error("Neither a length nor chunks: the end of the answer is not known.");
  return { answer: { status, headers, body }, rest };
}
