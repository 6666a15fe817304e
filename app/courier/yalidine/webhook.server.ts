import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { CourierEvent } from "~/shop/workers/parcel-queue";
import { momentOf } from "./moment";

/** Checks and reads what the courier posts to the shop by itself. */

/** @param body the bytes as they came, since JSON that is written again may differ */
export function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const ours = createHmac("sha256", secret).update(body).digest();
  const theirs = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, "hex") : Buffer.alloc(ours.length);
  // Always compared, so that the time that it takes reveals nothing.
  return timingSafeEqual(ours, theirs) && signature !== "";
}

const envelope = z.object({ type: z.string().max(100), events: z.array(z.unknown()).max(10_000) });
const event = z.object({
  event_id: z.string().min(1).max(200),
  occurred_at: z.string(),
  data: z.object({
    tracking: z.string().regex(/^[\w-]{1,100}$/),
    status: z.string().min(1).max(200).nullish(),
    reason: z.string().max(500).nullish(),
  }),
});

/** @returns the known events and the number of unreadable ones; undefined when it is no webhook */
export function eventsIn(body: Uint8Array): { events: CourierEvent[]; unread: number } | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
  const whole = envelope.safeParse(json);
  if (!whole.success) return undefined;
  const kind = whole.data.type === "parcel_status_updated" ? "status" : whole.data.type;
  const events = whole.data.events.flatMap((item): CourierEvent[] => {
    const parsed = event.safeParse(item);
    const at = parsed.success ? momentOf(parsed.data.occurred_at) : undefined;
    if (!parsed.success || !at) return [];
    const { tracking, status, reason } = parsed.data.data;
    // A status event needs its status; of other kinds the event is enough.
    if (kind === "status" && !status) return [];
    return [{ key: parsed.data.event_id, kind, tracking, status: status ?? "", reason: reason ?? undefined, at }];
  });
  return { events, unread: whole.data.events.length - events.length };
}
