import { createHash, randomBytes } from "node:crypto";
import type { SlotText } from "~/components/layout/slots";
import { articles } from "~/domain/cart";
import type { PageState } from "~/shop/services/published";

/** Marks the slots, where two visitors' pages differ (components/layout/slots.tsx). */
export const MARK = `~${randomBytes(16).toString("hex")}~`;

type Piece =
  | Buffer
  | { text: SlotText }
  | { wished: string; yes: Buffer; no: Buffer }
  /** By wilaya. */
  | { lines: ReadonlyMap<number, string>; otherwise: string }
  /** HTML of a list of wilayas. */
  | { list: string };

export interface Template {
  /** A hash of the content. */
  id: string;
  /** In bytes. */
  size: number;
  pieces: readonly Piece[];
  /** Ids of the products whose hearts are on the page. */
  hearts: ReadonlySet<string>;
  /** Numbers of the wilayas whose visitors get a page of their own. */
  wilayas: ReadonlySet<number>;
}

/** What fills the slots. */
export interface Own extends Pick<PageState, "email" | "pairs" | "wished"> {
  /** Chosen for delivery; perhaps none that the courier knows. */
  wilaya: number | undefined;
}

/** @param html a page that was rendered with marks around its slots */
export function templateOf(html: string): Template {
  const pieces: Piece[] = [];
  const hearts = new Set<string>();
  const parts = html.split(MARK)[Symbol.iterator]();
  const wilayas = new Set<number>();
  const next = (): string => parts.next().value ?? "";
  for (let text = parts.next(); !text.done; text = parts.next()) {
    pieces.push(Buffer.from(text.value));
    const name = parts.next();
    if (name.done) break;
    const [slot, ...about] = name.value.split(" ");
    if (slot === "wished") {
      const wished = decodeURIComponent(about[0] ?? "");
      pieces.push({ wished, yes: Buffer.from(next()), no: Buffer.from(next()) });
      hearts.add(wished);
    } else if (slot === "wilaya") {
      const otherwise = copied(next());
      pieces.push({ otherwise, lines: new Map(about.map((id) => [Number(id), copied(next())])) });
      for (const id of about) wilayas.add(Number(id));
    } else if (slot === "list") pieces.push({ list: copied(next()) });
    else pieces.push({ text: slot as SlotText });
  }
  return {
    id: createHash("sha256").update(html).digest("base64url").slice(0, 22),
    size: Buffer.byteLength(html),
    pieces,
    hearts,
    wilayas,
  };
}

/** V8 keeps the whole page in memory for as long as a part of it that `split` returned. */
const copied = (part: string) => Buffer.from(part).toString();

/** A key of what a visitor's slots show: equal keys, equal pages. */
export function slotKey({ hearts, wilayas }: Template, { email = "", pairs, wished, wilaya = 0 }: Own): string {
  const key = `${email}\n${pairs}\n${wilayas.has(wilaya) ? wilaya : ""}`;
  return wished.length === 0 ? key : `${key}\n${wished.filter((id) => hearts.has(id)).join(" ")}`;
}

export function fill({ pieces }: Template, visitor: Own): Buffer {
  const { wilaya = 0 } = visitor;
  const wished = new Set(visitor.wished);
  const filled = pieces.map((piece) => {
    if (Buffer.isBuffer(piece)) return piece;
    if ("text" in piece) return Buffer.from(escaped(texts[piece.text](visitor)));
    if ("lines" in piece) return Buffer.from(piece.lines.get(wilaya) ?? piece.otherwise);
    if ("list" in piece) return Buffer.from(selectedIn(piece.list, wilaya));
    return wished.has(piece.wished) ? piece.yes : piece.no;
  });
  return Buffer.concat(filled);
}

/** As React draws it, whose lists begin with the option that chooses none. */
function selectedIn(list: string, wilaya: number): string {
  const own = `<option value="${wilaya}">`;
  if (!list.includes(own)) return list;
  return list
    .replace('<option value="" selected="">', '<option value="">')
    .replace(own, `<option value="${wilaya}" selected="">`);
}

const texts: Record<SlotText, (visitor: Own) => string> = {
  email: ({ email = "" }) => email,
  pairs: ({ pairs }) => (pairs > 0 ? String(pairs) : ""),
  articles: ({ pairs }) => (pairs > 0 ? ` (${articles(pairs)})` : ""),
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
