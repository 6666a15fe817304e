import { Form } from "@remix-run/react";
import { Submit } from "~/components/office/submit";
import { outcomeWords } from "~/domain/office/call";
import type { StaffActor } from "~/domain/office/journal";
import { formatDateTime } from "~/domain/values/dates";
import type { OfficeService } from "~/shop/services/office";
import { callPage } from "./order-paths";

/** This person's last call, as long as it can be taken back. */
export async function lastCallView(office: OfficeService, by: StaffActor) {
  const last = await office.lastCall(by);
  if (!last) return undefined;
  const { number, call } = last;
  const words = outcomeWords(call.outcome, call.callAt && formatDateTime(call.callAt));
  return { number, id: call.id, words: words.charAt(0).toLowerCase() + words.slice(1) };
}

/** What this person did last, with the button that takes it back. */
export function LastCall({ last }: { last: Awaited<ReturnType<typeof lastCallView>> }) {
  if (!last) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
      {/* The page stays while another call becomes the last one: each text alone in its element (T-11). */}
      <p>{`Votre dernier appel\u00a0: ${last.number}, ${last.words}.`}</p>
      <TakeBack call={last} />
    </div>
  );
}

/** Takes back what an order's last call decided. */
export function TakeBack({ call: { id, number } }: { call: { id: string; number: string } }) {
  return (
    <Form method="post" action={callPage(number)}>
      <input type="hidden" name="appel" value={id} />
      <Submit name="intent" value="reprendre" className="button">
        Annuler ce résultat<span className="sr-only">{`, ${number}`}</span>
      </Submit>
    </Form>
  );
}
