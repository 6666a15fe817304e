import type { ReactNode } from "react";
import { ServerRendered, useEnlivened } from "~/components/hydration/server-rendered";
import { enlivenList } from "./enliven-list";

const ID = "liste";

/**
 * A page that shows a list of products. It is the server's alone: give what is in it behind `import.meta.env.SSR &&`. Twenty cards
 * and a panel of choices are half of a page's data, and most of the time that a slow phone would be busy with it.
 */
export function ListPage({ children }: { children: ReactNode }) {
  useEnlivened(ID, enlivenList);
  return <ServerRendered id={ID}>{children}</ServerRendered>;
}
