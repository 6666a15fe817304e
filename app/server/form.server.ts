import { data } from "@remix-run/node";
import { MAX_BODY } from "./refuse-requests.server";

/**
 * A posted form, read within bounds (S-7) and cleaned of characters that no field needs.
 * @throws a 413 page when the body is too large, a 400 page when it is no form
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readWithin(request);
  if (!bytes) throw data(null, { status: 413 });
  let raw: FormData;
  try {
    raw = await new Response(bytes as BodyInit, {
      headers: { "content-type": type || "application/x-www-form-urlencoded" },
    }).formData();
  } catch {
    throw data(null, { status: 400 });
  }
  const form = new FormData();
  for (const [name, value] of raw) if (typeof value === "string") form.append(clean(name), clean(value));
  return form;
}

/** Bytes that are read and thrown away, so that the page which says "too long" arrives. */
const MOST_DISCARDED = 16 * MAX_BODY;

/** @returns the bytes of a body as they came; undefined when there are more than `most` (S-7) */
export async function readWithin(request: Request, most = MAX_BODY): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= most) chunks.push(value);
    // A browser reads the answer only once all of its form was read; beyond this it is cut off.
    else if (size > most + MOST_DISCARDED) await reader.cancel();
  }
  return size > most ? undefined : Buffer.concat(chunks);
}

/**
 * Removes control characters (but line breaks and tabs), marks that turn the reading direction and
 * halves of characters, and composes what is left (NFC).
 */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffd\ufffe\uffff]/gu, "")
    .normalize("NFC");
}

/** @returns a number of nine digits at most; undefined for anything else */
export function wholeNumber(form: FormData, name: string): number | undefined {
  const digits = text(form, name);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/** The trimmed text of a field; the first one counts, and none is an empty text. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Whether the hidden field (components/forms/honeypot) was posted, and empty. */
export function isHoneypotEmpty(form: FormData): boolean {
  return form.get("site") === "";
}
