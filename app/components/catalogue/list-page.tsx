import type { ReactNode } from "react";

/** A page that shows a list of products; what scripts add to it is in enhance-list.ts. */
export function ListPage({ children }: { children: ReactNode }) {
  return <div data-enhance="list">{children}</div>;
}
