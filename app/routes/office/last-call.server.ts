import { outcomeWords } from "~/domain/office/call";
import type { StaffActor } from "~/domain/office/journal";
import { formatDateTime } from "~/domain/values/dates";
import type { OfficeService } from "~/shop/services/office";
import { callPage } from "./order-words";

/** This person's last call, as long as it can be taken back. */
export async function lastCallView(office: OfficeService, by: StaffActor) {
  const last = await office.lastCall(by);
  if (!last) return undefined;
  const { number, call } = last;
  const words = outcomeWords(call.outcome, call.callAt && formatDateTime(call.callAt));
  return { number, id: call.id, page: callPage(number), words: words.charAt(0).toLowerCase() + words.slice(1) };
}
