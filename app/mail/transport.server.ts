import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { MINUTE } from "~/domain/values/durations";
import { normaliseEmail } from "~/domain/values/email";
import { makePrivateFolder } from "~/private-files.server";
import type { OutgoingMail } from "~/shop/workers/mail-queue";

/** Sends mails: by SMTP, or into files that somebody reads. */
export interface Transport {
  /** @throws when the mail may not have left; `failureOf` gives the reason */
  send(mail: OutgoingMail): Promise<void>;
}

interface Addresses {
  from: string;
  /** Where the shop reads replies. */
  inbox: string;
}

interface TransportSettings {
  dataDir: string;
  mail: Addresses & { smtpUrl: string | undefined };
}

/** The transport of the settings; logs it when mails go to files. */
export function openTransport({ dataDir, mail }: TransportSettings): Transport {
  if (mail.smtpUrl) return smtpTransport(mail.smtpUrl, mail);
  const folder = join(dataDir, "outbox");
  console.info(`SMTP_URL is not set: mails are written to ${folder}.`);
  return outboxTransport(folder, mail);
}

/** One attempt; far below the time of a claim, so that no other process sends the mail too. */
const ATTEMPT_MS = MINUTE;

export function smtpTransport(url: string, addresses: Addresses, timeoutMs = ATTEMPT_MS): Transport {
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
      await server.sendMail({ ...smtpMessage(mail, addresses), signal: AbortSignal.timeout(timeoutMs) });
    },
  };
}

/** One .eml file a mail, named by time and id, so that a repeated mail replaces its file. */
export function outboxTransport(folder: string, addresses: Addresses): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(smtpMessage(mail, addresses));
      const name = `${mail.createdAt.toISOString().replace(/\W/g, "-").slice(0, 19)}-${mail.id}.eml`;
      makePrivateFolder(folder);
      // The folder never shows half a mail.
      const unfinished = join(folder, `.${name}.${process.pid}`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600, flush: true });
      await rename(unfinished, join(folder, name));
    },
  };
}

/**
 * Message-ID and date stay the same when the mail is sent again after a crash, so that mail
 * programs recognise the second one.
 * @throws when the recipient is not one address, since the library would read a list
 */
function smtpMessage(mail: OutgoingMail, { from, inbox }: Addresses) {
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
    headers: { ...(inbox === from ? {} : { "Reply-To": inbox }), ...headers },
    date: mail.createdAt,
    messageId: `<${mail.id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
  };
}

/** Whether nobody has that address (RFC 3463); a relay that is denied may lack a setting. */
export function isForNobody(error: unknown): boolean {
  const { command, response } = (error ?? {}) as { command?: unknown; response?: unknown };
  return command === "RCPT TO" && /^55\d[ -]5\.1\.(?:[1-36]|10)\b/.test(String(response));
}

/**
 * The error's code, of a connection that of the system (CERT_HAS_EXPIRED), and the server's status;
 * its words may name somebody, and are left out.
 */
export function failureOf(error: unknown): string {
  const { originalCode, code, responseCode, name } = (error ?? {}) as Record<string, unknown>;
  const word =
    [originalCode, code, name].find((text) => typeof text === "string" && /^\w{1,40}$/.test(text)) ?? "Error";
  return typeof responseCode === "number" ? `${word} ${responseCode}` : String(word);
}
