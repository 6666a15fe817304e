import { useEffect, useRef } from "react";

/** The link to the checkout, which waits until the shown quantities have been saved. */
export function CheckoutLink(props: { isBusy: boolean; className: string; describedBy?: string | undefined }) {
  const { isBusy, className, describedBy } = props;
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isBusy && isWaiting.current) location.assign("/checkout");
  }, [isBusy]);
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
