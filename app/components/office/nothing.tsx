import type { ReactNode } from "react";

/** In place of an empty list: that there is nothing, and what can be done. */
export function Nothing({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="panel mt-4">
      <p className="text-lg">{title}</p>
      {children}
    </div>
  );
}
