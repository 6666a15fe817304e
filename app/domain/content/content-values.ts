/** Readers of unknown values; what cannot be read becomes undefined, empty or a default. */

export type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function records(value: unknown): Fields[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => typeof item === "object" && item !== null && !Array.isArray(item)) as Fields[];
}

const MAX_TEXT = 500;

export function text(value: unknown): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return "";
  // No-break spaces stay, since French puts them before : ; ! ? and units.
  const spaced = value.replace(/[^\S\u00a0\u202f]+/g, " ");
  return spaced.trim().slice(0, MAX_TEXT);
}

/** Reads 48, "48" and "48px", clamped to the bounds; `usual` when there is no number. */
export function numberIn<Usual extends number | undefined>(
  value: unknown,
  usual: Usual,
  least: number,
  most: number,
): number | Usual {
  const number = typeof value === "string" ? Number(/^\s*(-?\d+(?:\.\d+)?)(?:px|ms|%)?\s*$/.exec(value)?.[1]) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return usual;
  return Math.min(most, Math.max(least, number));
}

export function dinars(value: unknown): number | undefined {
  const amount = Math.round(numberIn(value, 0, 0, 10_000_000));
  return amount > 0 ? amount : undefined;
}

/** The day of "2026-06-21" or "2026-06-21T00:00:00Z". */
export function day(value: unknown): string | undefined {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(T|$)/.exec(typeof value === "string" ? value : "") ?? [];
  return date !== undefined && !Number.isNaN(Date.parse(date)) ? date : undefined;
}

/** The path of one of our pictures; others are not shown. */
export function picturePath(value: unknown): string | undefined {
  return typeof value === "string" && /^[\w-]+\/[\w-]+$/.test(value) ? value : undefined;
}

/** A path of this shop; addresses of other sites and of scripts are refused. */
export function localLink(value: unknown): string | undefined {
  return typeof value === "string" && /^\/(?![/\\])[^\s\\]*$/.test(value) ? value : undefined;
}

export function httpsAddress(value: unknown): string | undefined {
  return typeof value === "string" && /^https:\/\/[\w-]+(\.[\w-]+)+(\/[^\s"<>\\]*)?$/.test(value) ? value : undefined;
}

/** "#fa0", "#FFAA00", "rgb(255, 170, 0)", "white" or "black" as `#rrggbb`; else undefined. */
export function color(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const written = value.trim().toLowerCase();
  if (written === "white") return "#ffffff";
  if (written === "black") return "#000000";
  const [, ...parts] = /^rgb\( *(\d{1,3}) *, *(\d{1,3}) *, *(\d{1,3}) *\)$/.exec(written) ?? [];
  if (parts.length > 0) {
    const shares = parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"));
    return `#${shares.join("")}`;
  }
  const [, digits = ""] = /^#([\da-f]{3}|[\da-f]{6})$/.exec(written) ?? [];
  if (!digits) return undefined;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}

/** Leaves a property out that has no value; to be spread into an object. */
export function maybe<Name extends string, Value>(name: Name, value?: Value | null): { [name in Name]?: Value } {
  return value === undefined || value === null ? {} : ({ [name]: value } as { [name in Name]?: Value });
}
