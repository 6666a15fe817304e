import type { Mail } from "~/domain/mails/compose";
import { type Context, newId, type Queries } from "./context";
import { digest } from "./text.server";

interface Cause {
  key: string;
  kind: string;
}

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
  await queries
    .insertInto("mails")
    .values({
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
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}
