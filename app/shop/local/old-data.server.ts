import type { DeleteResult } from "kysely";
import { DAY } from "~/domain/values/durations";
import type { OldData } from "../shop";
import type { Context, Queries } from "./context";

/** How far before the day on which they end events of unknown parcels are looked for. */
const LOOKED_BACK = 30 * DAY;

type Deletion = { executeTakeFirstOrThrow(): Promise<DeleteResult> };

export function oldData({ database }: Context): OldData {
  const from = (rows: (queries: Queries, before: number) => Deletion) => async (before: Date) => {
    const deletion = (queries: Queries) => rows(queries, before.getTime()).executeTakeFirstOrThrow();
    return Number((await database.transact(deletion)).numDeletedRows);
  };

  return {
    carts: from((queries, before) => queries.deleteFrom("carts").where("updated_at", "<", before)),
    wishes: from((queries, before) =>
      queries
        .deleteFrom("wishlist_items")
        .where("added_at", "<", before)
        .where("visitor", "not in", queries.selectFrom("accounts").select("id")),
    ),
    messages: from((queries, before) => queries.deleteFrom("messages").where("created_at", "<", before)),
    mails: from((queries, before) =>
      queries.deleteFrom("mails").where("due_at", "is", null).where("created_at", "<", before),
    ),
    subscribers: from((queries, before) =>
      queries.deleteFrom("subscribers").where("confirmed_at", "is", null).where("asked_at", "<", before),
    ),
    stockAlerts: from((queries, before) =>
      queries.deleteFrom("stock_alerts").where("contact", "is not", null).where("created_at", "<", before),
    ),
    stockAlertLinks: from((queries, before) =>
      queries
        .deleteFrom("stock_alerts")
        .where("contact", "is", null)
        .where(({ eb, fn }) => eb(fn.coalesce("refused_at", "back_at"), "<", before))
        // The link of a mail ends the other requests of its contact.
        .where(({ not, exists, selectFrom }) => {
          const others = selectFrom("stock_alerts as others").where("others.contact", "is not", null);
          return not(
            exists(others.select("others.token").whereRef("others.contact_hash", "=", "stock_alerts.contact_hash")),
          );
        }),
    ),
    reviewLetters: from((queries, before) =>
      queries.deleteFrom("review_letters").where("refused_at", "is", null).where("sent_at", "<", before),
    ),
    bulks: from((queries, before) => queries.deleteFrom("bulks").where("at", "<", before)),
    parcelEvents: from((queries, before) =>
      queries
        .deleteFrom("parcel_events")
        .where("heard_at", "<", before)
        // Those of our parcels are kept: without this bound all of them would be read each day.
        .where("heard_at", ">=", before - LOOKED_BACK)
        .where(({ not, exists, selectFrom }) => {
          const ours = selectFrom("parcels").whereRef("parcels.tracking", "=", "parcel_events.tracking");
          return not(exists(ours.select("parcels.order_id")));
        }),
    ),
  };
}
