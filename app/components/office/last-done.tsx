import type { ReactNode } from "react";
import { PressedList } from "./pressed-list";

/** What was done last, closed until somebody wants it back. */
export function LastDone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-6 border-t pt-4">
      <summary className="link inline-block cursor-pointer py-2">{title}</summary>
      <PressedList>{children}</PressedList>
    </details>
  );
}
