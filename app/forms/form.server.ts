import { data } from "@remix-run/node";
import { clean } from "~/domain/values/clean-text";
import { inUtf8 } from "~/http/in-utf8.server";
import { MAX_BODY } from "~/http/refuse-requests.server";
import type { BodyBounds } from "~/route-handle";

/**
 * A posted form, read within bounds (S-7) and cleaned of characters that no field needs.
 * @param bounds `body` of the route's handle, where it has one
 * @throws a 413 page when the body is too large, a 400 page when it is no form
 */
export async function readForm(request: Request, { max, files = false }: Partial<BodyBounds> = {}): Promise<FormData> {
  const type = request.headers.get("content-type") || "application/x-www-form-urlencoded";
  const bytes = await readWithin(request, max);
  if (!bytes) throw data(null, { status: 413 });
  let raw: FormData;
  try {
    const body = /^multipart\//i.test(type) ? bytes : firstFields(bytes);
    raw = await new Response(body as BodyInit, { headers: { "content-type": type } }).formData();
  } catch {
    throw data(null, { status: 400 });
  }
  const form = new FormData();
  for (const [name, value] of raw) {
    if (typeof value === "string") form.append(clean(name), clean(value));
    else if (files) form.append(clean(name), value, clean(value.name));
  }
  return form;
}

/** No page of this shop has nearly as many. */
const MOST_FIELDS = 500;

/** Further fields are ignored: 64 KB have room for 30,000, which take long to parse. */
const firstFields = (bytes: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(bytes).toString("latin1").split("&", MOST_FIELDS).map(inUtf8).join("&"), "latin1");

/** Bytes that are read and thrown away, so that the page which says "too long" arrives. */
const MOST_DISCARDED = 16 * MAX_BODY;
/** Parts of a body; a line brings more than a kilobyte at once, and each part takes time. */
const mostParts = (most: number) => Math.max(1_000, most / 1024);

/** @returns the bytes of a body as they came; undefined when they are more than `most` */
export async function readWithin(request: Request, most = MAX_BODY): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let [size, parts] = [0, 0];
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    parts += 1;
    if (size <= most) chunks.push(value);
    // A browser reads the answer only once all of its form was read; beyond this it is cut off.
    if (size > most + MOST_DISCARDED || parts > mostParts(most)) await reader.cancel();
  }
  return size > most || parts > mostParts(most) ? undefined : Buffer.concat(chunks);
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
