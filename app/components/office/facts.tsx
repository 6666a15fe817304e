import type { ReactNode } from "react";

/** Labels and what stands to each, in a <dl>; facts without a value are left out. */
export function Facts({ of }: { of: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
      {of
        .filter(({ value }) => value !== undefined && value !== null && value !== "")
        .map(({ label, value }) => (
          <div key={label} className="[display:contents]">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
