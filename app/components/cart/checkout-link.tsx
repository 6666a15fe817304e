import { useEffect, useRef } from "react";
import type { CartState } from "./cart-queue";

type Props = Pick<CartState, "isBusy" | "notice"> & { className: string; describedBy?: string | undefined };

/** The link to the checkout, which waits until the shown quantities have been saved. */
export function CheckoutLink({ isBusy, notice, className, describedBy }: Props) {
  const isWaiting = useRef(false);
  useEffect(() => {
    if (isBusy || !isWaiting.current) return;
    // Back may return to this very page.
    isWaiting.current = false;
    // A refusal has to be seen.
    if (!notice) location.assign("/checkout");
  }, [isBusy, notice]);
  return (
    <a
      className={className}
      href="/checkout"
      aria-describedby={describedBy}
      onClick={(event) => {
        if (!isBusy) return;
        event.preventDefault();
        isWaiting.current = true;
      }}
    >
      Passer à la commande
    </a>
  );
}
