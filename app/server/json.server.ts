import { clean, readWithin } from "./form.server";

/** Deeper than anything that is asked for. */
const DEEPEST = 8;

export type ReadJson = { value: unknown } | { refused: 400 | 413 | 415 };

/** A posted JSON text, read within bounds as forms are (S-7, R-4): what no field needs is taken out of every string. */
export async function readJson(request: Request): Promise<ReadJson> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) return { refused: 415 };
  const bytes = await readWithin(request);
  if (!bytes) return { refused: 413 };
  try {
    return { value: cleaned(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), 0) };
  } catch {
    return { refused: 400 };
  }
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === "string") return clean(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST) throw new RangeError("Too deep.");
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, depth + 1)]));
}
