import { insertOnce } from "~/database/rows";
import { messageForShop, messageReceived } from "~/domain/mails/contact";
import { HOUR } from "~/domain/values/durations";
import { letterBoxOf } from "~/domain/values/email";
import { storableTexts } from "~/domain/values/storable";
import type { MessageService } from "../services/messages";
import { countFrom, type Limit } from "./attempts.server";
import { type Context, digest, newId } from "./context";
import { mailShop, queueMail } from "./outbox.server";

/** From one IP address, which in this country a whole town may share. */
const MESSAGES: Limit = { most: 30, windowMs: HOUR };
/** Replies, so that nobody mails many strangers through this form. */
const REPLIES: Limit = { most: 5, windowMs: HOUR };

export function messageService(context: Context): MessageService {
  const { database, letterhead, now } = context;

  return {
    async send({ key, address, name, email, subject, message: text }) {
      const message = storableTexts({ name, email, subject, message: text });
      const key_hash = digest(key);
      return database.transact(async (transaction) => {
        const created_at = now().getTime();
        const id = newId(context);
        const isNew = await insertOnce(transaction, "messages", { id, key_hash, ...message, created_at });
        if (!isNew) {
          const before = await transaction
            .selectFrom("messages")
            .select(["name", "email", "subject", "message"])
            .where("key_hash", "=", key_hash)
            .executeTakeFirstOrThrow();
          return JSON.stringify(before) === JSON.stringify(message) ? "repeated" : "key-used";
        }
        const isAllowed = (what: string, limit: Limit) => countFrom(transaction, what, address, limit, created_at);
        // Counted only when new: a form that is sent again is no second message.
        if (!(await isAllowed("messages", MESSAGES))) {
          await transaction.deleteFrom("messages").where("id", "=", id).execute();
          return "limited";
        }
        await mailShop(transaction, context, { key: id, kind: "message", mail: messageForShop(letterhead, message) });
        if (!(await isAllowed("replies", REPLIES))) return "sent";
        // One an hour, also when somebody else keeps entering the address.
        await queueMail(transaction, context, {
          key: `${letterBoxOf(message.email)} ${Math.floor(created_at / HOUR)}`,
          kind: "message-received",
          recipient: message.email,
          mail: messageReceived(letterhead),
        });
        return "sent";
      });
    },
  };
}
