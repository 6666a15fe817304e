import { fromWindows1252 } from "~/domain/values/windows-1252";

/** Finds out how the letters of a file are encoded. Pure. */

const REFUSED =
  "Les caractères du fichier sont illisibles\u00a0: enregistrez-le en «\u00a0CSV UTF-8\u00a0» (Excel\u00a0: " +
  "Enregistrer sous, CSV UTF-8), ou exportez-le de nouveau.";

/** Words of three letters and more, and words that no language writes. */
const ARABIC_WORD = /\p{Script=Arabic}{3,}/gu;
const TORN_WORD = /\p{Script=Latin}\p{Script=Arabic}|\p{Script=Arabic}\p{Script=Latin}/gu;
/** UTF-8 that was read as ISO 8859-1: "Ã©", "Ø§". */
const BROKEN = /[ÃÂØÙÐÑ][\u0080-\u00bf]/g;

/**
 * @param bytes UTF-8, UTF-16 with a byte order mark, Windows-1252 or Windows-1256
 * @throws Error in French when none of these gives words
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeAnsi(bytes);
  }
}

/** French letters are the same in both; Arabic ones are accented capitals in 1252. */
function decodeAnsi(bytes: Uint8Array): string {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const latin1 = Buffer.from(bytes).toString("latin1");
  if (count(latin1, BROKEN) > 2) throw new Error(REFUSED);
  const arabic = new TextDecoder("windows-1256").decode(bytes);
  const [words, torn] = [count(arabic, ARABIC_WORD), count(arabic, TORN_WORD)];
  if (words === 0) return fromWindows1252(latin1);
  if (torn * 10 > words) throw new Error(REFUSED);
  return arabic;
}
