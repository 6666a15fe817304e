import { type FormEntry, postNatively } from "../forms/send-natively";
import { orLeave, soon } from "../ui/line-down";
import { addToCart, announceCart, onCart, PRESS, readCart } from "./cart-requests";

/** After so long the form is sent natively. */
const PATIENCE_MS = 8000;
/** For so long a message that the pair was added waits for the drawer. */
const SOON_MS = 1000;
const CHOICE = ["produit", "variante", "couleur", "pointure", "quantite"];

/**
 * 'Ajouter au panier' without leaving the page: the drawer opens on the new line. When that fails,
 * or the shop refuses, the browser sends the form, with the press's key: the shop adds once.
 */
export function addInPlace(): void {
  const busy = new Set<HTMLFormElement>();
  /** The keys of what was added or not: pressed again, it is the same press. */
  const unanswered = new Map<string, string>();
  let last = Promise.resolve();
  // What has come since, she sees.
  onCart(() => unanswered.clear());
  // On the window, after the listener of enhance-forms.ts, which drops a second press.
  addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null | undefined;
    if (event.defaultPrevented || !button || !/^(ajouter|panier)$/.test(button.value)) return;
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    data.set("intent", button.value);
    const choice = CHOICE.map((name) => data.get(name)).join();
    const key = unanswered.get(choice) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    data.set(PRESS, key);
    // Until here an exception leaves the form to the browser.
    event.preventDefault();
    if (busy.has(form)) return;
    busy.add(form);
    last = last
      .then(() => {
        // The answer to the press before has cleared them.
        unanswered.set(choice, key);
        return orLeave(add(form, button, data), () => postNatively(form.action, [...data] as FormEntry[]));
      })
      .finally(() => void busy.delete(form));
  });
}

async function add(form: HTMLFormElement, button: HTMLButtonElement, data: FormData): Promise<void> {
  // A product page's form names its product by the address it posts to.
  if (!data.has("produit")) data.set("produit", new URL(form.action).pathname.split("/").pop() ?? "");
  let isLate = false;
  const open = import("./open-drawer").then(({ openOn }) => openOn);
  const [{ cart, message, variantId }, { toast }] = await soon(
    Promise.all([send(data), import("../layout/toast")]),
    PATIENCE_MS,
  );
  dispatchEvent(new Event("shop:answered"));
  announceCart(cart);
  // Over a slow line the drawer comes late, and would cover what she goes on to do.
  const late = new Promise<void>((end) => setTimeout(end, SOON_MS)).then(() => {
    isLate = true;
  });
  const shown = open.then((openOn) => {
    if (isLate) return;
    // Safari gives a pressed button no focus, and the drawer returns the focus to where it was.
    button.focus({ preventScroll: true });
    openOn(cart, variantId);
  });
  await Promise.race([shown, late]);
  toast(message, "success");
}

/** @throws when nothing was added, or the browser keeps no cookies */
async function send(data: FormData) {
  const { cart, added } = await addToCart(data);
  if (!added?.message) throw new Error("Nothing was added.");
  const stored = added.isFirst ? (await readCart()).cart : cart;
  if (stored.lines.length === 0) throw new Error("The browser keeps no cookies.");
  return { ...added, cart: stored };
}
