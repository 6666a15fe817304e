import { toast } from "~/components/layout/toast";
import { heartLabel, nameIn } from "./heart-label";

/** What /wishlist/favoris answers. */
export interface HeartReply {
  /** Whether the product is on the list now. */
  wished: boolean;
  /** Empty where nothing changed. */
  message: string;
  type: string;
  /** Whether this is the first thing that is kept of this visitor. */
  isFirst: boolean;
}

/** A shop that did not answer by then is asked by the form itself. */
const PATIENCE_MS = 8000;

/** Does what the heart says, tells it, and turns every heart of this product over. @throws when the shop did not answer */
export async function pressHeart({ name, value }: HTMLButtonElement): Promise<void> {
  const { wished, message, type, isFirst } = await post(new URLSearchParams({ [name]: value }));
  for (const heart of document.querySelectorAll<HTMLButtonElement>(".heart button")) {
    if (heart.value !== value) continue;
    heart.name = wished ? "retirer" : "ajouter";
    const label = heart.querySelector("span");
    if (label) label.textContent = heartLabel(nameIn(label.textContent ?? ""), wished);
  }
  if (message) toast(message, type);
  // What is kept of a new visitor stays once its cookie was sent back, and the next page may be tomorrow's.
  if (isFirst) fetch("/cart/contents").catch(() => {});
}

async function post(body: URLSearchParams): Promise<HeartReply> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch("/wishlist/favoris", { method: "POST", body, signal: patience.signal });
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`);
    return await answer.json();
  } finally {
    clearTimeout(timer);
  }
}
