import { isUtf8 } from "node:buffer";
import { fromWindows1252 } from "~/domain/values/windows-1252";

const characterOf = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/**
 * A field of a form or an address, of which each character is a byte. One that is not UTF-8 comes
 * from an old program: it is read as Windows-1252, or its letters beyond ASCII would be lost.
 */
export function inUtf8(field: string): string {
  const bytes = field.replace(/%([\da-f]{2})/gi, (_, hex) => characterOf(hex));
  if (isUtf8(Buffer.from(bytes, "latin1"))) return field;
  return field.replace(/%([89a-f][\da-f])|[\x80-\xff]/gi, (byte, hex) =>
    encodeURIComponent(fromWindows1252(hex ? characterOf(hex) : byte)),
  );
}
