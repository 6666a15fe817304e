import { toast } from "~/components/layout/toast";
import { readCart } from "../cart/cart-requests";
import { heartFill, heartLabel } from "./heart-label";

/** The answer of /wishlist/favoris. */
export interface WishReply {
  /** Whether the product is on the list now. */
  wished: boolean;
  /** Empty where nothing changed. */
  message: string;
  type: string;
  /** Whether it set the browser's first cookie: the next request shows whether that was kept. */
  isFirst?: boolean;
}

/** After so long without an answer the form is sent natively. */
const PATIENCE_MS = 8000;

/**
 * Adds the product to the wishlist or removes it, shows a toast, and redraws its hearts and
 * 'Favoris'.
 * @throws when the shop did not answer
 */
export async function toggleWish({ name, value }: HTMLButtonElement): Promise<void> {
  // The press outlives the page.
  const reply = await request("", { method: "POST", keepalive: true, body: new URLSearchParams({ [name]: value }) });
  const saved = reply.isFirst ? await request("?garde=liste") : reply;
  const { wished, message, type } = saved.wished ? reply : saved;
  redraw((id) => (id === value ? wished : undefined));
  if (message) toast(message, type);
}

// From the back-forward cache: a press may have been answered after the page was left.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  readCart()
    .then(({ wished }) => wished && redraw((id) => wished.includes(id)))
    .catch(() => undefined);
});

/** @param isWished undefined for a heart that stays as it is */
function redraw(isWished: (id: string) => boolean | undefined): void {
  for (const heart of document.querySelectorAll<HTMLButtonElement>("[name=ajouter], [name=retirer]")) {
    const wished = isWished(heart.value);
    if (wished === undefined) continue;
    heart.name = wished ? "retirer" : "ajouter";
    const label = heart.querySelector("span");
    if (label) {
      label.textContent = heartLabel(heart.dataset.name ?? "", wished);
      continue;
    }
    heart.setAttribute("aria-pressed", String(wished));
    heart.querySelector("svg")?.setAttribute("fill", heartFill(wished));
  }
}

async function request(query: string, init: RequestInit = {}): Promise<WishReply> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(`/wishlist/favoris${query}`, { ...init, signal: controller.signal });
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`);
    return await answer.json();
  } finally {
    clearTimeout(timer);
  }
}
