import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { makePanel, showPanel } from "~/components/layout/panel";
import { Boundary } from "~/islands/hydrate";
import { readCart } from "./contents";
import { Drawer, DrawerFrame } from "./drawer";

let dialog: HTMLDialogElement | undefined;
let root: Root | undefined;

/** The cart over the page (section 2): the page /cart is what it stands for, and where it leads when anything fails. */
export async function open(opener: HTMLElement): Promise<void> {
  dialog ??= makePanel("cart", "drawer");
  dialog.setAttribute("aria-labelledby", "tiroir-titre");
  root ??= createRoot(dialog);
  const panel = dialog;
  const close = () => panel.close();
  // What cannot be shown here is shown by its page.
  const giveUp = () => location.assign((opener as HTMLAnchorElement).href);
  const show = (content: ReactNode) => root?.render(<Boundary onFailed={giveUp}>{content}</Boundary>);
  // Another key each time: a drawer that is opened again begins with the cart as it is then.
  show(
    <DrawerFrame close={close}>
      <p className="mt-6 text-muted">Chargement du panier...</p>
    </DrawerFrame>,
  );
  showPanel(panel, "cart");
  try {
    const { cart } = await readCart();
    show(<Drawer key={Date.now()} initial={cart} close={close} />);
  } catch {
    giveUp();
  }
}
