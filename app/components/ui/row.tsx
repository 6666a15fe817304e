import type { ReactNode } from "react";

/** A label and what stands to it, in a <dl className="rows">. */
export function Row(props: { label: string; value: ReactNode; className?: string; valueClass?: string }) {
  return (
    <div className={props.className}>
      <dt>{props.label}</dt>
      <dd className={props.valueClass}>{props.value}</dd>
    </div>
  );
}
