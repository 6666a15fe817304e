import { useEffect, useRef } from "react";
import type { CartState } from "./cart-queue";

type Props = Pick<CartState, "isBusy" | "notice"> & { className: string; describedBy?: string | undefined };

/** The link to the checkout, which waits until the shown quantities have been saved. */
export function CheckoutLink({ isBusy, notice, className, describedBy }: Props) {
  const pressed = useRef<Pick<Props, "notice">>();
  useEffect(() => {
    if (isBusy || !pressed.current) return;
    // A refusal that has come since has to be seen.
    const isSaved = !notice || notice === pressed.current.notice;
    // Back may return to this very page.
    pressed.current = undefined;
    if (isSaved) location.assign("/checkout");
  }, [isBusy, notice]);
  return (
    <a
      className={className}
      href="/checkout"
      aria-describedby={describedBy}
      onClick={(event) => {
        if (!isBusy) return;
        event.preventDefault();
        pressed.current = { notice };
      }}
    >
      Passer à la commande
    </a>
  );
}
