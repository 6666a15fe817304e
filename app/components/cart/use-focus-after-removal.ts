import { useEffect, useRef } from "react";
import type { CartLine } from "~/domain/order/cart";

/**
 * A removed line takes its focused button with it: the focus moves to the next line, without
 * scrolling, and in an empty cart to the heading.
 */
export function useFocusAfterRemoval(lines: readonly CartLine[], listId: string, headingId: string): void {
  const lastLines = useRef(lines);
  useEffect(() => {
    const before = lastLines.current;
    lastLines.current = lines;
    const removed = before.findIndex(({ variantId }) => !lines.some((line) => line.variantId === variantId));
    if (removed < 0) return;
    const rows = document.getElementById(listId)?.children;
    const next = rows?.[Math.min(removed, rows.length - 1)]?.querySelector<HTMLElement>("a:not([tabindex])");
    if (next) next.focus({ preventScroll: true });
    else document.getElementById(headingId)?.focus();
  }, [lines, listId, headingId]);
}
