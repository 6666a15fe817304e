import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { makePanel, showPanel } from "~/components/layout/panel";
import type { CartView } from "~/domain/cart-view";
import { Boundary } from "~/islands/hydrate";
import { readCart } from "./contents";
import { Drawer, DrawerFrame } from "./drawer";

let dialog: HTMLDialogElement | undefined;
let root: Root | undefined;

/** The cart over the page (section 2): the page /cart is what it stands for, and where it leads when anything fails. */
export async function open(): Promise<void> {
  show((close) => (
    <DrawerFrame close={close}>
      <p className="mt-6 text-muted">Chargement du panier...</p>
    </DrawerFrame>
  ));
  try {
    const { cart } = await readCart();
    openOn(cart);
  } catch {
    giveUp();
  }
}

/** @param added the variant that was just added: the focus goes to its line */
export function openOn(cart: CartView, added?: string): void {
  // Another key each time: a drawer that is opened again begins with the cart as it is then.
  show((close) => <Drawer key={Date.now()} initial={cart} added={added} close={close} />);
}

function show(content: (close: () => void) => ReactNode): void {
  dialog ??= makePanel("cart", "drawer");
  dialog.setAttribute("aria-labelledby", "tiroir-titre");
  root ??= createRoot(dialog);
  const panel = dialog;
  const drawn = root;
  showPanel(panel, "cart");
  // At one go: what is put into the dialog from now on stays there, and the focus finds the line.
  flushSync(() => drawn.render(<Boundary onFailed={giveUp}>{content(() => panel.close())}</Boundary>));
}

/** What cannot be shown here is shown by its page. */
const giveUp = () => location.assign("/cart");
