import { createContext, Fragment, type ReactNode, useContext } from "react";
import { useLayoutData } from "./layout-data";

/**
 * In a cached page's template this mark stands around what differs between visitors, for
 * page-cache/template.server.ts to fill. It is a secret of the process, so that no text of the
 * catalogue can be one; undefined, the page is drawn for the visitor that its loaders know.
 */
export const Mark = createContext<string | undefined>(undefined);

/** The account's e-mail address; the pairs in the cart, as a number and in words. */
export type SlotText = "email" | "pairs" | "articles";

export function TextSlot({ name, children }: { name: SlotText; children: ReactNode }) {
  const mark = useContext(Mark);
  return mark === undefined ? children : `${mark}${name}${mark}${mark}${mark}`;
}

/** Draws a product that is, or is not, on the visitor's wishlist; a template holds both. */
export function WishedSlot({ id, children }: { id: string; children: (isWished: boolean) => ReactNode }) {
  const mark = useContext(Mark);
  const wished = useLayoutData()?.wished;
  if (mark === undefined) return children(wished?.includes(id) ?? false);
  return (
    <>
      {`${mark}wished ${encodeURIComponent(id)}${mark}`}
      <Fragment key="wished">{children(true)}</Fragment>
      {mark}
      <Fragment key="not">{children(false)}</Fragment>
      {mark}
    </>
  );
}
