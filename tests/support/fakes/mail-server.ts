import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";

/** A mail server on this machine that accepts mails, at once or slowly, refuses or drops them. */
export interface MailServer {
  url: string;
  /** Accepted mails, in order. */
  taken: Letter[];
  /** Changes how it answers. */
  answer: (how: How) => void;
  stop: () => Promise<void>;
}

type How = "take" | "take slowly" | "refuse" | "hang up" | "know nobody" | "relay nothing";

interface Letter {
  from: string;
  to: string[];
  /** Head and body as sent. */
  source: string;
}

export async function startMailServer(): Promise<MailServer> {
  const taken: Letter[] = [];
  let how: How = "take";
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect(_, done) {
      done(how === "hang up" ? new Error("Away") : null);
    },
    onRcptTo(_address, _session, done) {
      if (how === "know nobody") return done(Object.assign(new Error("5.1.1 No such user"), { responseCode: 550 }));
      if (how === "relay nothing") return done(Object.assign(new Error("5.7.1 Relay denied"), { responseCode: 554 }));
      done();
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        // Real servers name the recipient, too.
        const refusal = Object.assign(new Error(`No room for ${envelope.rcptTo[0]?.address}`), { responseCode: 452 });
        if (how === "refuse") return done(refusal);
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        taken.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString("utf8"),
        });
        setTimeout(done, how === "take slowly" ? 1_000 : 0);
      });
    },
  });
  // A client that disconnects is no failure of the server.
  server.on("error", () => {});
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    answer: (next) => {
      how = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The mails that a shop without a mail server has written, in order. */
export function outboxOf({ dataDir }: { dataDir: string }): string[] {
  const folder = join(dataDir, "outbox");
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith(".eml") && !name.startsWith("."));
    return files.sort().map((name) => readFileSync(join(folder, name), "utf8"));
  } catch {
    return [];
  }
}

/** The headers of a mail, with folded lines joined and names in lower case. */
export function headOf(source: string): [name: string, value: string][] {
  const head = source.split(/\r?\n\r?\n/, 1)[0] ?? "";
  return head
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    });
}

export const headerOf = (source: string, name: string) => headOf(source).find(([header]) => header === name)?.[1];

/** The plain text of a mail, with the signature below its "-- ". */
export function textOf(source: string): string {
  // A line of the text may also start with two dashes, such as a link that was folded.
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? "";
  const parts = source.split(`--${boundary}`);
  const whole = parts.find((part) => /^\s*Content-Type: text\/plain/.test(part)) ?? "";
  const body = /\r?\n\r?\n([\s\S]*?)\r?\n$/.exec(whole)?.[1] ?? "";
  if (/Content-Transfer-Encoding: base64/i.test(whole)) return Buffer.from(body, "base64").toString("utf8");
  if (!/Content-Transfer-Encoding: quoted-printable/i.test(whole)) return body.replace(/\r\n/g, "\n");
  const bytes = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replace(/\r\n/g, "\n");
}
