import { createContext, Fragment, type ReactNode, useContext } from "react";
import { useRootData } from "./root-data";

/**
 * Where two visitors of one page see something else. A page that is kept for all of them is a template: marks stand around these
 * places, and page-cache/template.server.ts fills them. The mark is a secret of the process, so that no text of the catalogue is
 * one; without it the page is drawn for the visitor that its loaders know.
 */
export const Mark = createContext<string | undefined>(undefined);

/** A text of the visitor's own: the e-mail of the account; the pairs in the cart, as a number and in words. */
export type SlotText = "email" | "pairs" | "articles";

export function TextSlot({ name, children }: { name: SlotText; children: ReactNode }) {
  const mark = useContext(Mark);
  return mark === undefined ? children : `${mark}${name}${mark}`;
}

/** Drawn for whoever has the product on the wishlist, or has not; a template has both. */
export function WishedSlot({ id, children }: { id: string; children: (isWished: boolean) => ReactNode }) {
  const mark = useContext(Mark);
  const wished = useRootData()?.wished;
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
