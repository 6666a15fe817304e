import type { AccountLinkTable } from "~/database/schema/accounts";
import { DAY, HOUR, MINUTE } from "~/domain/durations";
import type { Mail } from "~/domain/mails/compose";
import { countAttempt, type Limit } from "./attempts.server";
import { type Context, newToken, type Queries } from "./context";
import { queueMail } from "./outbox.server";
import { digest } from "./text.server";

type LinkKind = AccountLinkTable["kind"];

/** A registration's link may be read late, by an owner who did not register. */
const lifetimes: Record<LinkKind, number> = { registration: 7 * DAY, reset: 30 * MINUTE, email: DAY };

/** Mails to one address. A reset's link outlives its window: its owner has a valid one. */
const mailsTo: Record<LinkKind, Limit> = {
  registration: { most: 5, windowMs: HOUR },
  reset: { most: 1, windowMs: 10 * MINUTE },
  email: { most: 5, windowMs: HOUR },
};

interface NewLink {
  kind: LinkKind;
  account: string | null;
  email: string;
  /** Token of the session that stays signed in. */
  session?: string | undefined;
}

export function accountLinks(context: Context) {
  const { db } = context.database;
  const moment = () => context.now().getTime();
  const notify = (queries: Queries, recipient: string, kind: string, mail: Mail) =>
    queueMail(queries, context, { key: newToken(context), kind, recipient, mail });

  return {
    notify,

    /** Stores a link and queues its mail, unless the address has had too many. */
    async mail(queries: Queries, link: NewLink, mail: ((token: string) => Mail) | undefined): Promise<void> {
      const { kind, account: account_id, email, session } = link;
      const secret = newToken(context);
      const isTooMuch = !(await countAttempt(queries, `${kind} ${email}`, mailsTo[kind], moment()));
      await queries
        .insertInto("account_links")
        .values({
          token_hash: digest(secret),
          kind,
          account_id,
          email,
          session_hash: session === undefined ? null : digest(session),
          expires_at: moment() + lifetimes[kind],
        })
        .execute();
      if (mail && !isTooMuch) await notify(queries, email, kind, mail(secret));
    },

    find: (secret: string, kind: LinkKind) =>
      db
        .selectFrom("account_links")
        .selectAll()
        .where("token_hash", "=", digest(secret))
        .where("kind", "=", kind)
        .where("expires_at", ">", moment())
        .executeTakeFirst(),

    /** Deletes the link and returns its row: of two simultaneous uses one gets it. */
    take: (queries: Queries, secret: string, kind: LinkKind) =>
      queries
        .deleteFrom("account_links")
        .where("token_hash", "=", digest(secret))
        .where("kind", "=", kind)
        .where("expires_at", ">", moment())
        .returningAll()
        .executeTakeFirst(),
  };
}
