import { toast } from "~/components/layout/toast";
import { heartLabel } from "./heart-label";

/** What /wishlist/favoris answers. */
export interface WishReply {
  /** Whether the product is on the list now. */
  wished: boolean;
  /** Empty where nothing changed. */
  message: string;
  type: string;
  /** It set the browser's first cookie: the next request shows whether that was kept. */
  isFirst?: boolean;
}

/** A shop that did not answer by then is asked by the form itself. */
const PATIENCE_MS = 8000;

/** Adds the product to the wishlist or takes it out, announces it, and redraws every heart of it. @throws when the shop did not answer */
export async function toggleWish({ name, value }: HTMLButtonElement): Promise<void> {
  const done = await ask("", { method: "POST", body: new URLSearchParams({ [name]: value }) });
  const seen = done.isFirst ? await ask("?garde=liste") : done;
  const { wished, message, type } = seen.wished ? done : seen;
  for (const heart of document.querySelectorAll<HTMLButtonElement>(".heart button")) {
    if (heart.value !== value) continue;
    heart.name = wished ? "retirer" : "ajouter";
    const label = heart.querySelector("span");
    if (label) label.textContent = heartLabel(heart.dataset.name ?? "", wished);
  }
  if (message) toast(message, type);
}

async function ask(query: string, request: RequestInit = {}): Promise<WishReply> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(`/wishlist/favoris${query}`, { ...request, signal: patience.signal });
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`);
    return await answer.json();
  } finally {
    clearTimeout(timer);
  }
}
