import { quietly } from "../ui/may-fail";

/**
 * What is typed for an order, and an order that was left while the line was down, stay on this
 * device (outbox.ts). The scripts for it come at the first touch, or when something was kept.
 */
export function keepOrders(): void {
  const form = document.forms.namedItem("livraison");
  const begin = () => import("./outbox").then(({ beginOutbox }) => beginOutbox(form)).catch(() => undefined);
  const beginFirst = ({ target }: Event) => {
    // The choice of a pair stands in the same form.
    if (!(target as Element).closest("[data-island]")) return;
    form?.removeEventListener("input", beginFirst);
    // The next pages ask for the scripts even when they fail on this one.
    quietly(() => localStorage.setItem("saisie", "null"));
    begin();
  };
  if (quietly(() => "saisie" in localStorage) || document.forms.namedItem("commande")) begin();
  else form?.addEventListener("input", beginFirst);
}
