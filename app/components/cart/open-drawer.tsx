import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { makePanel, showPanel } from "~/components/layout/panel";
import { leaveUnlessDown, orLeave } from "~/components/ui/line-down";
import type { CartView } from "~/domain/order/cart-view";
import { Boundary } from "~/islands/hydrate";
import type { readCart } from "./cart-requests";
import { Drawer, DrawerFrame } from "./drawer";

let dialog: HTMLDialogElement | undefined;
let root: Root | undefined;

/**
 * Opens the cart over the page (section 2); when that fails, the page /cart opens instead.
 * @param contents is under way since the press
 */
export function open(contents: ReturnType<typeof readCart>): Promise<void> {
  show((close) => (
    <DrawerFrame close={close}>
      <p className="mt-6 text-muted">Chargement du panier...</p>
    </DrawerFrame>
  ));
  const opened = contents.then(({ cart, isLost }) => (isLost ? goToCart() : openOn(cart)));
  opened.catch(() => dialog?.close());
  return orLeave(opened, goToCart);
}

/** @param added the variant that was just added: the focus goes to its line */
export function openOn(cart: CartView, added?: string): void {
  // A new key each time: a drawer that is opened again starts from the current cart.
  show((close) => <Drawer key={Date.now()} initial={cart} added={added} close={close} />);
}

function show(content: (close: () => void) => ReactNode): void {
  dialog ??= makePanel("cart", "drawer");
  dialog.setAttribute("aria-labelledby", "tiroir-titre");
  root ??= createRoot(dialog);
  const panel = dialog;
  const reactRoot = root;
  showPanel(panel, "cart");
  // Synchronously, so that toasts put into the dialog stay there and the focus finds the line.
  flushSync(() => reactRoot.render(<Boundary onFailed={giveUp}>{content(() => panel.close())}</Boundary>));
  // What had it was in the contents before.
  if (!panel.contains(document.activeElement)) document.getElementById("tiroir-titre")?.focus();
}

function giveUp(): void {
  dialog?.close();
  leaveUnlessDown(goToCart);
}

const goToCart = () => location.assign("/cart");
