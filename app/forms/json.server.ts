import { clean } from "~/domain/values/clean-text";
import { readWithin } from "~/forms/form.server";

/** Levels of nesting, and values in one list or object; every request of the API has fewer. */
const DEEPEST = 8;
const MOST = 100;

type ReadJson = { value: unknown } | { refused: 400 | 413 | 415 };

/** A posted JSON text, read within bounds, with every string cleaned as in forms. */
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
  if (depth === DEEPEST || Object.keys(value).length > MOST) throw new RangeError("Not one of the API's.");
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, depth + 1)]));
}
