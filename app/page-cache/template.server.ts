import { randomBytes } from "node:crypto";
import type { SlotText } from "~/components/layout/slots";
import { articles } from "~/domain/order/cart";
import { escaped } from "~/domain/values/clean-text";
import { etagOf } from "~/http/page-headers.server";
import type { PageState } from "~/shop/services/page-state";

/** Marks the slots, where two visitors' pages differ (components/layout/slots.tsx). */
export const MARK = `~${randomBytes(16).toString("hex")}~`;

/** A text of the visitor's, or of two texts the one for a product that is on the wishlist. */
type Slot = { text: SlotText } | { product: string; wished: Buffer; other: Buffer };

export interface Template {
  /** Equal templates have the same one. */
  id: string;
  pieces: readonly (Buffer | Slot)[];
  /** Ids of the products whose hearts are on the page. */
  hearts: ReadonlySet<string>;
}

/** What fills the slots. */
export type SlotValues = Pick<PageState, "email" | "pairs" | "wished">;

/** @param html a page with marks around its slots: each is a name and two texts between marks */
export function templateOf(html: string): Template {
  const pieces: (Buffer | Slot)[] = [];
  const hearts = new Set<string>();
  const parts = html.split(MARK);
  for (let index = 0; index < parts.length; index += 4) {
    const [before = "", name, wished = "", other = ""] = parts.slice(index, index + 4);
    pieces.push(Buffer.from(before));
    if (name === undefined) break;
    const [slot, id] = name.split(" ");
    if (id === undefined) pieces.push({ text: slot as SlotText });
    else {
      const product = decodeURIComponent(id);
      pieces.push({ product, wished: Buffer.from(wished), other: Buffer.from(other) });
      hearts.add(product);
    }
  }
  return { id: etagOf(html), pieces, hearts };
}

/** A key of what a visitor's slots show: equal keys, equal pages. */
export const slotKey = ({ hearts }: Template, { email = "", pairs, wished }: SlotValues): string =>
  [email, pairs, ...wished.filter((id) => hearts.has(id))].join(" ");

export function fill({ pieces }: Template, values: SlotValues): Buffer {
  const wishlist = new Set(values.wished);
  const filled = pieces.map((piece) => {
    if (Buffer.isBuffer(piece)) return piece;
    if ("text" in piece) return Buffer.from(escaped(texts[piece.text](values)));
    return wishlist.has(piece.product) ? piece.wished : piece.other;
  });
  return Buffer.concat(filled);
}

const texts: Record<SlotText, (values: SlotValues) => string> = {
  email: ({ email = "" }) => email,
  pairs: ({ pairs }) => (pairs > 0 ? String(pairs) : ""),
  articles: ({ pairs }) => (pairs > 0 ? ` (${articles(pairs)})` : ""),
};
