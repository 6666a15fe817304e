import { useEffect, useRef } from "react";

/** On to the checkout, with the quantities that are shown: what is under way arrives first. */
export function GoOn(props: { isBusy: boolean; className: string; describedBy?: string | undefined }) {
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
