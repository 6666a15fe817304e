import type { AccountLinkTable } from "~/database/schema/accounts";
import type { Mail } from "~/domain/mails/compose";
import { isWithin, type Limit } from "./attempts.server";
import type { Context, Queries } from "./context";
import { queueMail } from "./outbox.server";
import { digest } from "./text.server";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type LinkKind = AccountLinkTable["kind"];

/** The letter of a registration is read when its reader comes to it, who may be somebody else. */
const lifetimes: Record<LinkKind, number> = { registration: 7 * DAY, reset: 30 * MINUTE, email: DAY };

/** Mails to one letter box. A reset is at most ten minutes old when the next one may come: its owner always holds a good one. */
const mailsTo: Record<LinkKind, Limit> = {
  registration: { most: 5, windowMs: HOUR },
  reset: { most: 1, windowMs: 10 * MINUTE },
  email: { most: 5, windowMs: HOUR },
};

interface NewLink {
  kind: LinkKind;
  account: string | null;
  email: string;
  /** Of the session that goes on. */
  session?: string | undefined;
}

export function accountLinks(context: Context) {
  const {
    database: { db },
    now,
    randomBytes,
  } = context;
  const moment = () => now().getTime();
  const token = () => Buffer.from(randomBytes(32)).toString("base64url");
  const notify = (queries: Queries, recipient: string, kind: string, mail: Mail) =>
    queueMail(queries, context, { key: token(), kind, recipient, mail });

  return {
    notify,

    /** In the transaction: a link, and the mail that carries it unless the letter box has had too many. */
    async mail(queries: Queries, link: NewLink, mail: ((token: string) => Mail) | undefined): Promise<void> {
      const { kind, account: account_id, email, session } = link;
      const secret = token();
      const isTooMuch = !(await isWithin(queries, `${kind} ${email}`, mailsTo[kind], moment()));
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

    good: (secret: string, kind: LinkKind) =>
      db
        .selectFrom("account_links")
        .selectAll()
        .where("token_hash", "=", digest(secret))
        .where("kind", "=", kind)
        .where("expires_at", ">", moment())
        .executeTakeFirst(),

    /** The link's row, taken away: of two that use it at once one gets it. */
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
