import { formatPhone } from "../phone";

/**
 * What the shop writes by e-mail. A mail is written once, as blocks; its text and its HTML are
 * made from the same blocks, so that they cannot say different things.
 */

/** Who writes. */
export interface Letterhead {
  /** Scheme, host and port, without a slash at the end: links lead there. */
  siteUrl: string;
  /** Where the shop reads what is written to it. */
  inbox: string;
  /** What the shop says of itself; left out where it is not set. */
  email?: string | undefined;
  /** As `normalisePhone` gives it. */
  phone: string | undefined;
  address?: string | undefined;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export type Block =
  | { kind: "words"; words: string }
  /** What somebody else wrote, as they wrote it. */
  | { kind: "quote"; words: string }
  | { kind: "rows"; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: "link"; label: string; href: string };

export const words = (...sentences: string[]): Block => ({ kind: "words", words: sentences.join(" ") });

/** No program answers it by itself (RFC 3834). */
export const GENERATED = { "Auto-Submitted": "auto-generated" };

export const tokenLink = ({ siteUrl }: Letterhead, label: string, path: string, token: string): Block => ({
  kind: "link",
  label,
  href: `${siteUrl}${path}?jeton=${encodeURIComponent(token)}`,
});

const SUBJECT_LENGTH = 150;

export function composed(
  letterhead: Letterhead,
  { subject, blocks, headers }: { subject: string; blocks: readonly Block[]; headers: Record<string, string> },
): Mail {
  const line = oneLine(subject);
  return {
    subject: line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1).toWellFormed()}…` : line,
    text: setText(letterhead, blocks),
    html: setHtml(letterhead, line, blocks),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
  };
}

/** A header ends where its line ends: nothing that was typed can begin another one. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** In every mail, last: what the shop has told of itself. */
const signature = ({ siteUrl, email, phone, address }: Letterhead): readonly string[] =>
  [
    "Wahrane, chaussures à Oran",
    [phone && formatPhone(phone), email].filter(Boolean).join(" · "),
    address ?? "",
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

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** One column, legible without a style sheet, dark where the mail program is dark. */
function setHtml(letterhead: Letterhead, title: string, blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === "words") return `<p>${escaped(block.words)}</p>`;
    if (block.kind === "link")
      return `<p><a href="${escaped(block.href)}" style="display:inline-block;padding:12px 20px;border:1px solid;border-radius:2px;color:inherit">${escaped(block.label)}</a></p>`;
    if (block.kind === "rows")
      return `<p>${block.rows.map(([label, value]) => `<b>${escaped(label)}</b>\u00a0: ${escaped(value)}`).join("<br>\n")}</p>`;
    return `<blockquote style="margin:16px 0;padding:0 0 0 16px;border-left:3px solid #a4472a;white-space:pre-wrap">${escaped(block.words)}</blockquote>`;
  });
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
<p style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid;font-size:14px">${signature(letterhead).map(escaped).join("<br>\n")}</p>
</div>
</body>
</html>
`;
}
