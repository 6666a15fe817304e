import { useEffect, useRef } from "react";
import type { CartLine } from "~/domain/cart";

/**
 * The button that removed a line is gone with it: the focus goes to the line that took its place, without scrolling, and from
 * an empty cart to its heading.
 */
export function useFocusAfterRemoval(lines: readonly CartLine[], listId: string, headingId: string): void {
  const known = useRef(lines);
  useEffect(() => {
    const before = known.current;
    known.current = lines;
    const removed = before.findIndex(({ variantId }) => !lines.some((line) => line.variantId === variantId));
    if (removed < 0) return;
    const rows = document.getElementById(listId)?.children;
    const next = rows?.[Math.min(removed, rows.length - 1)]?.querySelector<HTMLElement>("a:not([tabindex])");
    if (next) next.focus({ preventScroll: true });
    else document.getElementById(headingId)?.focus();
  }, [lines, listId, headingId]);
}
