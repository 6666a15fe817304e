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
  /** JSON of what stands there otherwise, and of the line of each wilaya. */
  | { lines: Buffer }
  /** HTML of a list of wilayas. */
  | { list: Buffer };

export interface Template {
  /** A hash of the content, the same in every process. */
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
export interface SlotValues extends Pick<PageState, "email" | "pairs" | "wished"> {
  /** Chosen for delivery; perhaps none that the courier knows. */
  wilaya: number | undefined;
}

/** @param html a page that was rendered with marks around its slots */
export function templateOf(html: string): Template {
  const pieces: Piece[] = [];
  const hearts = new Set<string>();
  const parts = divided(html).split(MARK)[Symbol.iterator]();
  const wilayas = new Set<number>();
  const content = createHash("sha256");
  const next = (): string => parts.next().value ?? "";
  const kept = (text: string): Buffer => {
    const { piece, key } = shared(text);
    content.update(key ?? piece).update("\0");
    return piece;
  };
  for (let text = parts.next(); !text.done; text = parts.next()) {
    pieces.push(kept(text.value));
    const name = parts.next();
    if (name.done) break;
    content.update(`${name.value}\0`);
    const [slot, ...about] = name.value.split(" ");
    if (slot === "wished") {
      const wished = decodeURIComponent(about[0] ?? "");
      pieces.push({ wished, yes: kept(next()), no: kept(next()) });
      hearts.add(wished);
    } else if (slot === "wilaya") {
      const otherwise = next();
      const lines = Object.fromEntries(about.map((id) => [id, next()]));
      pieces.push({ lines: kept(JSON.stringify({ otherwise, lines })) });
      for (const id of about) wilayas.add(Number(id));
    } else if (slot === "list") pieces.push({ list: kept(next()) });
    else if (slot) pieces.push({ text: slot as SlotText });
  }
  return { id: content.digest("base64url"), size: Buffer.byteLength(html), pieces, hearts, wilayas };
}

/** Style sheet and header are the same on many pages, so a piece ends before and after them. */
const divided = (html: string) => html.replace(/<style|<main/g, `${MARK}${MARK}$&`);

/** The pieces of all templates by a hash of their text. */
const known = new Map<string, WeakRef<Buffer>>();
const gone = new FinalizationRegistry<string>((key) => {
  if (!known.get(key)?.deref()) known.delete(key);
});

/** Equal pieces of all pages are one in memory, where that saves more than it takes. */
function shared(text: string): { piece: Buffer; key?: string } {
  const piece = Buffer.from(text);
  if (piece.byteLength < 1_000) return { piece };
  const key = createHash("sha256").update(piece).digest("base64url");
  const same = known.get(key)?.deref();
  if (same) return { piece: same, key };
  known.set(key, new WeakRef(piece));
  gone.register(piece, key);
  return { piece, key };
}

/** A key of what a visitor's slots show: equal keys, equal pages. */
export function slotKey({ hearts, wilayas }: Template, { email = "", pairs, wished, wilaya = 0 }: SlotValues): string {
  const key = `${email}\n${pairs}\n${wilayas.has(wilaya) ? wilaya : ""}`;
  return wished.length === 0 ? key : `${key}\n${wished.filter((id) => hearts.has(id)).join(" ")}`;
}

/** Where pages are filled, one after the other: a buffer for each would be garbage at once. */
let filledPage = Buffer.alloc(0);

/** @returns the page, which the next one overwrites */
export function fill({ pieces }: Template, own: SlotValues): Buffer {
  const { wilaya = 0 } = own;
  const wished = new Set(own.wished);
  const filled = pieces.map((piece) => {
    if (Buffer.isBuffer(piece)) return piece;
    if ("text" in piece) return escaped(texts[piece.text](own));
    if ("lines" in piece) return lineOf(piece.lines.toString(), wilaya);
    if ("list" in piece) return selectedIn(piece.list.toString(), wilaya);
    return wished.has(piece.wished) ? piece.yes : piece.no;
  });
  const size = filled.reduce((all, part) => all + Buffer.byteLength(part), 0);
  if (filledPage.byteLength < size) filledPage = Buffer.allocUnsafeSlow(size);
  let end = 0;
  for (const part of filled) end += typeof part === "string" ? filledPage.write(part, end) : part.copy(filledPage, end);
  return filledPage.subarray(0, end);
}

function lineOf(json: string, wilaya: number): string {
  const { otherwise, lines } = JSON.parse(json) as { otherwise: string; lines: Record<number, string> };
  return lines[wilaya] ?? otherwise;
}

/** As React draws it, whose lists begin with the option that chooses none. */
function selectedIn(list: string, wilaya: number): string {
  const own = `<option value="${wilaya}">`;
  if (!list.includes(own)) return list;
  return list
    .replace('<option value="" selected="">', '<option value="">')
    .replace(own, `<option value="${wilaya}" selected="">`);
}

const texts: Record<SlotText, (own: SlotValues) => string> = {
  email: ({ email = "" }) => email,
  pairs: ({ pairs }) => (pairs > 0 ? String(pairs) : ""),
  articles: ({ pairs }) => (pairs > 0 ? ` (${articles(pairs)})` : ""),
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
