import type { ParcelOpening } from "../delivery/parcel-opening";
import { cut, escaped } from "../values/clean-text";
import { formatPhone } from "../values/phone";

/** The text and the HTML of a mail are made from the same blocks, so that they cannot differ. */

/** The sender. */
export interface Letterhead {
  /** Scheme, host and port, without a slash at the end: links lead there. */
  siteUrl: string;
  /** The same of the back office; undefined for a shop that has none. */
  office?: string | undefined;
  /** The address where the shop receives mail. */
  inbox: string;
  /** In the signature; left out where it is not set. */
  email?: string | undefined;
  /** As `normalisePhone` gives it. */
  phone: string | undefined;
  address?: string | undefined;
  /** Who sells, in one line. */
  seller?: string;
  /** Whether accounts have a loyalty card. */
  hasCard?: boolean;
  /** What a letter about an order says of the parcel. */
  opening?: ParcelOpening | undefined;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** In addition to those that every mail has. */
  headers: Record<string, string>;
}

type Row = readonly [label: string, value: string];

type Block =
  | { kind: "words"; words: string }
  /** Words of somebody else, unchanged. */
  | { kind: "quote"; words: string }
  | { kind: "rows"; rows: readonly Row[] }
  | { kind: "link"; label: string; href: string };

export const words = (...sentences: string[]): Block => ({ kind: "words", words: sentences.join(" ") });

export const rows = (...list: Row[]): Block => ({ kind: "rows", rows: list });

/** Keeps programs from answering by themselves (RFC 3834). */
const GENERATED = { "Auto-Submitted": "auto-generated" };

/** A page of the shop. */
export const siteLink = ({ siteUrl }: Letterhead, label: string, path: string): Block => ({
  kind: "link",
  label,
  href: `${siteUrl}${path}`,
});

/** The path of a page that finds by the token what it is about. */
const withToken = (path: string, token: string) => `${path}?jeton=${encodeURIComponent(token)}`;

export const tokenLink = (letterhead: Letterhead, label: string, path: string, token: string): Block =>
  siteLink(letterhead, label, withToken(path, token));

/** A page of the back office. @param otherwise what to do where there is none */
export const officeLink = (letterhead: Letterhead, label: string, path: string, otherwise?: string): Block =>
  letterhead.office === undefined && otherwise
    ? words(otherwise)
    : { kind: "link", label, href: `${letterhead.office ?? letterhead.siteUrl}${path}` };

/** Of such a page. */
export const tokenAddress = ({ siteUrl }: Letterhead, path: string, token: string) =>
  `${siteUrl}${withToken(path, token)}`;

/** The mail program's own button (RFC 8058) posts to this address, without page or cookie. */
export const unsubscribeHeaders = (letterhead: Letterhead, path: string, token: string) => ({
  "List-Unsubscribe": `<${tokenAddress(letterhead, path, token)}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

const SUBJECT_LENGTH = 150;

export function composed(
  letterhead: Letterhead,
  subject: string,
  blocks: readonly Block[],
  headers: Record<string, string> = {},
): Mail {
  const line = oneLine(subject);
  return {
    subject: line.length > SUBJECT_LENGTH ? `${cut(line, SUBJECT_LENGTH - 1)}…` : line,
    text: setText(letterhead, blocks),
    html: setHtml(letterhead, line, blocks),
    headers: Object.fromEntries(
      Object.entries({ ...GENERATED, ...headers }).map(([name, value]) => [name, oneLine(value)]),
    ),
  };
}

/** A line break in typed text must not begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** The last lines of every mail. */
const signature = ({ siteUrl, email, phone, address, seller }: Letterhead): readonly string[] =>
  [
    "Wahrane, chaussures à Oran",
    [phone && formatPhone(phone), email].filter(Boolean).join(" · "),
    address ?? "",
    seller ?? "",
    siteUrl,
  ].filter((line) => line !== "");

function setText(letterhead: Letterhead, blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === "words") return block.words;
    if (block.kind === "link") return `${block.label}\n${block.href}`;
    if (block.kind === "rows") return block.rows.map(([label, value]) => `${label}\u00a0: ${value}`).join("\n");
    return block.words
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n");
  });
  // "-- " begins a signature in every mail program.
  return `${[...parts, ["-- ", ...signature(letterhead)].join("\n")].join("\n\n")}\n`;
}

const LINK = "display:inline-block;padding:12px 20px;border:1px solid;border-radius:2px;color:inherit";
const QUOTE = "margin:16px 0;padding:0 0 0 16px;border-left:3px solid #a4472a";

/** One column, legible without a style sheet, dark where the mail program is dark. */
function setHtml(letterhead: Letterhead, title: string, blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === "words") return `<p>${escaped(block.words)}</p>`;
    if (block.kind === "link")
      return `<p><a href="${escaped(block.href)}" style="${LINK}">${escaped(block.label)}</a></p>`;
    if (block.kind === "rows") {
      const rows = block.rows.map(([label, value]) => `<b>${escaped(label)}</b>\u00a0: ${escaped(value)}`);
      return `<p>${rows.join("<br>\n")}</p>`;
    }
    // Outlook knows no pre-wrap.
    const lines = escaped(block.words).replace(/\n/g, "<br>\n");
    return `<blockquote dir="auto" style="${QUOTE}">${lines}</blockquote>`;
  });
  const closing = signature(letterhead).map(escaped).join("<br>\n");
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font:24px/1.2 Georgia,serif">Wahrane</p>
${parts.join("\n")}
<p style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid;font-size:14px">${closing}</p>
</div>
</body>
</html>
`;
}
