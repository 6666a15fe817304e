import { Form } from "@remix-run/react";
import { ChangesSince } from "~/components/office/changes";
import { Submit } from "~/components/office/submit";

/** What somebody wanted to do with an order that another person changed first. */
export interface Wanted {
  words: string;
  changes: { id: string; words: string }[];
  /** Present while it can still be done. */
  intent?: string;
  version?: number;
}

/** Both states, and the press that does it all the same. */
export function Anyway({ wanted, values }: { wanted: Wanted; values: Partial<Record<string, string>> }) {
  const { words, changes, intent, version } = wanted;
  return (
    <>
      <ChangesSince changes={changes} />
      <p className="mt-2 break-words">{`Vous vouliez\u00a0: ${words}.`}</p>
      {intent && (
        <Form method="post" className="mt-3">
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="motif" value={values.motif ?? ""} />
          <input type="hidden" name="precision" value={values.precision ?? ""} />
          <Submit name="intent" value={intent} className="button">
            Le faire quand même
          </Submit>
        </Form>
      )}
    </>
  );
}
