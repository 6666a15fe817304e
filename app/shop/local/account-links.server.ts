import type { ExpressionBuilder } from "kysely";
import type { Schema } from "~/database/schema";
import type { AccountLinkTable } from "~/database/schema/accounts";
import type { Mail } from "~/domain/mails/compose";
import type { MailKind } from "~/domain/mails/kinds";
import { DAY, HOUR, MINUTE } from "~/domain/values/durations";
import { letterBoxOf } from "~/domain/values/email";
import { countAttempt, type Limit } from "./attempts.server";
import { type Context, digest, newToken, type Queries } from "./context";
import { queueMail } from "./outbox.server";

type LinkKind = AccountLinkTable["kind"];

/** A registration's link may be read late, by an owner who did not register. */
const lifetimes: Record<LinkKind, number> = { registration: 7 * DAY, reset: 30 * MINUTE, email: DAY };

/** Mails to one address. A reset's link outlives its window: its owner has a valid one. */
const mailsTo: Record<LinkKind, Limit> = {
  registration: { most: 5, windowMs: HOUR },
  reset: { most: 1, windowMs: 10 * MINUTE },
  email: { most: 5, windowMs: HOUR },
};

/**
 * All spellings with `+…` count together, and the address without one alone: anybody can open
 * accounts of the others, which must not keep its owner's mails away.
 */
function countedAs(email: string): string {
  const box = letterBoxOf(email);
  return box === email ? box : `+ ${box}`;
}

interface NewLink {
  kind: LinkKind;
  account: string | null;
  email: string;
  /** Token of the session that stays signed in. */
  session?: string | undefined;
  /** As which it counts; its own kind by default. */
  counts?: LinkKind;
}

export function accountLinks(context: Context) {
  const { database, nowMs } = context;
  const { db } = database;
  const isValid = (secret: string, kind: LinkKind) => (build: ExpressionBuilder<Schema, "account_links">) =>
    build.and({ token_hash: digest(secret), kind }).and("expires_at", ">", nowMs());
  const notify = (queries: Queries, recipient: string, kind: MailKind, mail: Mail) =>
    queueMail(queries, context, { key: newToken(context), kind, recipient, mail });

  return {
    notify,

    /**
     * Stores a link and queues its mail, unless the address has had too many. What nobody is
     * mailed takes as long, and one of 64 places, so that invented addresses take no room.
     * @returns whether it is mailed
     */
    async mail(queries: Queries, link: NewLink, mail: ((token: string) => Mail) | undefined): Promise<boolean> {
      const { kind, account, email, session, counts = kind } = link;
      const secret = newToken(context);
      const place = `nobody ${digest(email).slice(0, 1)}`;
      const counted = `${counts} ${mail ? countedAs(email) : place}`;
      const isMailed = (await countAttempt(queries, counted, mailsTo[counts], nowMs())) && mail !== undefined;
      const expires_at = nowMs() + lifetimes[kind];
      await queries
        .insertInto("account_links")
        .values({
          // No hash, which no token leads to.
          token_hash: isMailed ? digest(secret) : `${kind} ${place}`,
          kind,
          account_id: isMailed ? account : null,
          email: isMailed ? email : "",
          session_hash: isMailed && session !== undefined ? digest(session) : null,
          expires_at,
        })
        .onConflict((conflict) => conflict.column("token_hash").doUpdateSet({ expires_at }))
        .execute();
      if (isMailed) await notify(queries, email, kind, mail(secret));
      return isMailed;
    },

    find: (secret: string, kind: LinkKind) =>
      db.selectFrom("account_links").selectAll().where(isValid(secret, kind)).executeTakeFirst(),

    /** Deletes the link and returns its row: of two simultaneous uses one gets it. */
    take: (queries: Queries, secret: string, kind: LinkKind) =>
      queries.deleteFrom("account_links").where(isValid(secret, kind)).returningAll().executeTakeFirst(),
  };
}
