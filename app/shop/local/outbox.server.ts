import type { Mail } from "~/domain/mails/compose";
import { type Context, newId, type Queries } from "./context";
import { digest } from "./text.server";

/**
 * Queues a mail in the transaction of its cause: it is sent if and only if that commits.
 * @param key of the cause; a second mail with it is not queued
 */
export async function queueMail(
  queries: Queries,
  context: Pick<Context, "now" | "randomBytes">,
  { key, kind, recipient, mail }: { key: string; kind: string; recipient: string; mail: Mail },
): Promise<void> {
  const nowMs = context.now().getTime();
  await queries
    .insertInto("mails")
    .values({
      id: newId(context),
      // Hashed because keys may contain addresses.
      key: digest(`${kind} ${key}`),
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
