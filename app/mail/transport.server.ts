import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { normaliseEmail } from "~/domain/email";
import type { OutgoingMail } from "~/shop/workers/mail-queue";

/** How mails leave: by a mail server, or as files that somebody looks at. */
export interface Transport {
  /** @throws when the mail is not known to have left; `failureOf` says why in a word */
  send(mail: OutgoingMail): Promise<void>;
}

export interface TransportSettings {
  dataDir: string;
  mail: { smtpUrl: string | undefined; from: string };
}

/** The transport that the settings ask for; the start says when mails go to files. */
export function openTransport({ dataDir, mail }: TransportSettings): Transport {
  if (mail.smtpUrl) return smtpTransport(mail.smtpUrl, mail.from);
  const folder = join(dataDir, "outbox");
  console.info(`SMTP_URL is not set: mails are written to ${folder}.`);
  return outboxTransport(folder, mail.from);
}

/** An attempt as a whole; far below the lease of a claimed mail, so that no other process sends it meanwhile. */
const PATIENCE_MS = 60_000;

export function smtpTransport(url: string, from: string, patience = PATIENCE_MS): Transport {
  const server = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await server.sendMail({ ...composed(mail, from), signal: AbortSignal.timeout(patience) });
    },
  };
}

/** One .eml file a mail, named by its moment and its id: what is written again takes its own place. */
export function outboxTransport(folder: string, from: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(composed(mail, from));
      const name = `${mail.createdAt.toISOString().replace(/\W/g, "-").slice(0, 19)}-${mail.id}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whoever looks into the folder never sees half a mail.
      const unfinished = join(folder, `.${name}.${process.pid}`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600, flush: true });
      await rename(unfinished, join(folder, name));
    },
  };
}

/**
 * The mail as it is sent, this time and again after a crash: its Message-ID is its own, and so is its date, by which the
 * second one is known for the same.
 * @throws when the recipient is not one address: the library would read a list in it
 */
function composed(mail: OutgoingMail, from: string) {
  const { subject, text, html, headers } = mail;
  const recipient = normaliseEmail(mail.recipient);
  if (recipient === undefined) throw Object.assign(new Error("No recipient"), { code: "ENORECIPIENT" });
  return {
    from: { name: "Wahrane", address: from },
    to: { name: "", address: recipient },
    envelope: { from, to: recipient },
    subject,
    text,
    html,
    headers,
    date: mail.createdAt,
    messageId: `<${mail.id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
  };
}

/** What went wrong, for table and log: a code, and what the mail server answered as a number. Its words may name somebody. */
export function failureOf(error: unknown): string {
  const { code, responseCode, name } = (error ?? {}) as { code?: unknown; responseCode?: unknown; name?: unknown };
  const word = [code, name].find((one) => typeof one === "string" && /^\w{1,40}$/.test(one)) ?? "Error";
  return typeof responseCode === "number" ? `${word} ${responseCode}` : String(word);
}
