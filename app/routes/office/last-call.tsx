import { Form } from "@remix-run/react";
import { Submit } from "~/components/office/submit";
import type { lastCallView } from "./last-call.server";

/** What this person did last, with the button that takes it back. */
export function LastCall({ last }: { last: Awaited<ReturnType<typeof lastCallView>> }) {
  if (!last) return null;
  const { number, id, page, words } = last;
  return (
    <Form method="post" action={page} className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
      <input type="hidden" name="appel" value={id} />
      <p>
        Votre dernier appel&nbsp;: {number}, {words}.
      </p>
      <Submit name="intent" value="reprendre" className="button">
        Annuler ce résultat<span className="sr-only">, {number}</span>
      </Submit>
    </Form>
  );
}
