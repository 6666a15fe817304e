import { insertOnce } from "~/database/rows";
import type { AccountTable } from "~/database/schema/accounts";
import type { Mail } from "~/domain/mails/compose";
import type { MailKind } from "~/domain/mails/kinds";
import { HOUR } from "~/domain/values/durations";
import { letterBoxOf } from "~/domain/values/email";
import { countAttempt, type Limit } from "./attempts.server";
import { type Context, digest, newId, type Queries } from "./context";

interface Cause {
  key: string;
  kind: MailKind;
}

/** About orders to a letter box that nobody has confirmed: it may be a stranger's. */
const TO_UNCONFIRMED: Limit = { most: 5, windowMs: HOUR };

/** Hashed because keys may contain addresses. */
const keyOf = ({ key, kind }: Cause) => digest(`${kind} ${key}`);

/** Whether the mail about this cause waits, or was sent in the last weeks. */
export async function isMailQueued(queries: Queries, cause: Cause): Promise<boolean> {
  const row = await queries.selectFrom("mails").select("id").where("key", "=", keyOf(cause)).executeTakeFirst();
  return row !== undefined;
}

/**
 * Queues a mail in the transaction of its cause: it is sent if and only if that commits.
 * @param key of the cause; a second mail with it is not queued
 */
export async function queueMail(
  queries: Queries,
  context: Pick<Context, "now" | "randomBytes">,
  { key, kind, recipient, mail }: Cause & { recipient: string; mail: Mail },
): Promise<void> {
  const nowMs = context.now().getTime();
  await insertOnce(queries, "mails", {
    id: newId(context),
    key: keyOf({ key, kind }),
    kind,
    recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: JSON.stringify(mail.headers),
    created_at: nowMs,
    due_at: nowMs,
    attempts: 0,
    sent_at: null,
    failure: null,
  });
}

/** The same to the shop itself. */
export const mailShop = (queries: Queries, context: Context, mail: Cause & { mail: Mail }): Promise<void> =>
  queueMail(queries, context, { ...mail, recipient: context.letterhead.inbox });

/** Deletes the mail about this cause while it waits. */
export async function withdrawMail(queries: Queries, cause: Cause): Promise<void> {
  await queries.deleteFrom("mails").where("key", "=", keyOf(cause)).where("due_at", "is not", null).execute();
}

/** Deletes a kind's mails that wait for who wants no more of them. @param hash of the address */
export async function withdrawMails(queries: Queries, kind: MailKind, hash: string): Promise<void> {
  const waiting = queries.selectFrom("mails").select("recipient").distinct();
  const rows = await waiting.where("kind", "=", kind).where("due_at", "is not", null).execute();
  const recipient = rows.find((row) => digest(row.recipient) === hash)?.recipient;
  if (recipient === undefined) return;
  await queries
    .deleteFrom("mails")
    .where("recipient", "=", recipient)
    .where("kind", "=", kind)
    .where("due_at", "is not", null)
    .execute();
}

/** Queues a mail about an order to its account, unless an unconfirmed box has had too many. */
export async function mailAccount(
  queries: Queries,
  context: Context,
  { email, confirmed_at }: Pick<AccountTable, "email" | "confirmed_at">,
  mail: Cause & { mail: Mail },
): Promise<void> {
  const counted = `order mails ${letterBoxOf(email)}`;
  const isMailed =
    confirmed_at !== null || (await countAttempt(queries, counted, TO_UNCONFIRMED, context.now().getTime()));
  if (isMailed) await queueMail(queries, context, { ...mail, recipient: email });
}
