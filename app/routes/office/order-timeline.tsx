import { Changes } from "~/components/office/changes";
import { Section } from "~/components/ui/section";
import type { OfficeOrderView } from "./order-view";

/** All that happened to an order, as one line of time with the newest last. */
export function OrderTimeline({ events }: Pick<OfficeOrderView, "events">) {
  return (
    <Section title="Histoire" id="histoire" className="mt-6 border-t pt-4">
      <ol className="mt-2">
        {events.map(({ id, at, who, what, text, changes = [] }) => (
          <li key={id} className="mt-2 break-words border-s-2 ps-3">
            <span className="block text-sm text-muted">
              <span className="tabular-nums">{at}</span>
              {who && `, ${who}`}
            </span>
            <span className="block first-letter:uppercase">{what}</span>
            {text && (
              <p dir="auto" className="whitespace-pre-line">
                {text}
              </p>
            )}
            <Changes of={changes} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
