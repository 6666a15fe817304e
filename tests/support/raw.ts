import { connect } from "node:net";

export interface RawAnswer {
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
