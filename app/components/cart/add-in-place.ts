import { sendAsEver } from "../forms/send-as-ever";
import { addToCart, announceCart, PRESS, readCart } from "./contents";

/** A shop, or a script, that did not answer by then is not waited for. */
const PATIENCE_MS = 8000;

/**
 * 'Ajouter au panier' without leaving the page: the drawer opens on the new line. Where that fails, or the shop has something else
 * to say, the form is sent as it always was; it names the same press, which the shop adds once.
 */
export function addInPlace(): void {
  let isBusy = false;
  // On the window, behind the listener of all forms: a button that was pressed twice does not come here.
  addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null | undefined;
    if (event.defaultPrevented || button?.name !== "intent" || !/^(ajouter|panier)$/.test(button.value)) return;
    const form = event.target as HTMLFormElement;
    const pressed = { intent: button.value, [PRESS]: crypto.getRandomValues(new Uint32Array(4)).join("-") };
    // Whatever threw before this, the browser sends the form.
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    add(form, button, pressed)
      .catch(() => sendAsEver(form, pressed))
      .finally(() => {
        isBusy = false;
      });
  });
}

async function add(form: HTMLFormElement, button: HTMLButtonElement, pressed: Record<string, string>): Promise<void> {
  const data = new FormData(form);
  // A product's page is named by its address, to which its form goes.
  if (!data.has("produit")) data.set("produit", new URL(form.action).pathname.split("/").pop() ?? "");
  for (const [name, value] of Object.entries(pressed)) data.set(name, value);
  const [{ cart, message, variantId }, { openOn }, { toast }] = await Promise.race([
    Promise.all([sent(data), import("./open-drawer"), import("../layout/toast")]),
    new Promise<never>((_, fail) => setTimeout(fail, PATIENCE_MS)),
  ]);
  dispatchEvent(new Event("shop:answered"));
  announceCart(cart);
  // Not every browser gives the focus to a button that is pressed, and the drawer gives it back to where it was.
  button.focus({ preventScroll: true });
  openOn(cart, variantId);
  toast(message, "success");
}

/** @throws when nothing was added, or when the browser keeps no cookies: then the page says so */
async function sent(data: FormData) {
  const { cart, added } = await addToCart(data);
  if (!added?.message) throw new Error("Nothing was added.");
  const kept = added.isFirst ? (await readCart()).cart : cart;
  if (kept.lines.length === 0) throw new Error("The browser keeps no cookies.");
  return { ...added, cart: kept };
}
