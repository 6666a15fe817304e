import type { JournalChange } from "~/domain/office/journal-words";

/** What a change made of each value, in the order of the fields. */
export function Changes({ of }: { of: readonly JournalChange[] }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map(({ name, before, after }) => (
        <li key={name} className="break-words">
          {name}&nbsp;: {before !== undefined && <del dir="auto">{before}</del>}
          {before !== undefined && after !== undefined && " devient "}
          {after !== undefined && (
            <ins dir="auto" className="no-underline">
              {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What others did to an order since its page was opened, in words. */
export function ChangesSince({ changes = [] }: { changes?: readonly { id: string; words: string }[] | undefined }) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-2 list-disc ps-5">
      {changes.map(({ id, words }) => (
        <li key={id} className="break-words">
          {words}
        </li>
      ))}
    </ul>
  );
}
