import { createHash, randomBytes } from "node:crypto";
import type { SlotText } from "~/components/layout/slots";
import { articles } from "~/domain/cart";
import type { PageState } from "~/shop/services/published";

/** Stands around the places in which two visitors' pages differ (components/layout/slots.tsx). */
export const MARK = `~${randomBytes(16).toString("hex")}~`;

type Piece = Buffer | { text: SlotText } | { wished: string; yes: Buffer; no: Buffer };

export interface Template {
  /** Equal pages have the same. */
  id: string;
  /** In bytes. */
  size: number;
  pieces: readonly Piece[];
  /** Products that a heart of the page stands for. */
  hearts: ReadonlySet<string>;
}

type Visitor = Pick<PageState, "email" | "pairs" | "wished">;

/** @param html of a page that was rendered with marks */
export function templateOf(html: string): Template {
  const pieces: Piece[] = [];
  const hearts = new Set<string>();
  const parts = html.split(MARK)[Symbol.iterator]();
  const next = () => Buffer.from(parts.next().value ?? "");
  for (let text = parts.next(); !text.done; text = parts.next()) {
    pieces.push(Buffer.from(text.value));
    const name = parts.next();
    if (name.done) break;
    if (!name.value.startsWith("wished ")) pieces.push({ text: name.value as SlotText });
    else {
      const wished = decodeURIComponent(name.value.slice("wished ".length));
      pieces.push({ wished, yes: next(), no: next() });
      hearts.add(wished);
    }
  }
  return {
    id: createHash("sha256").update(html).digest("base64url").slice(0, 22),
    size: Buffer.byteLength(html),
    pieces,
    hearts,
  };
}

/** What of a visitor shows on this page: equal words, equal page. */
export function shownOf({ hearts }: Template, { email = "", pairs, wished }: Visitor): string {
  if (wished.length === 0) return `${email}\n${pairs}`;
  return `${email}\n${pairs}\n${wished.filter((id) => hearts.has(id)).join(" ")}`;
}

export function fill({ pieces }: Template, visitor: Visitor): Buffer {
  const wished = new Set(visitor.wished);
  const filled = pieces.map((piece) => {
    if (Buffer.isBuffer(piece)) return piece;
    if ("text" in piece) return Buffer.from(escaped(texts[piece.text](visitor)));
    return wished.has(piece.wished) ? piece.yes : piece.no;
  });
  return Buffer.concat(filled);
}

const texts: Record<SlotText, (visitor: Visitor) => string> = {
  email: ({ email = "" }) => email,
  pairs: ({ pairs }) => (pairs > 0 ? String(pairs) : ""),
  articles: ({ pairs }) => (pairs > 0 ? ` (${articles(pairs)})` : ""),
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
