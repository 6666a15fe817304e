import { fromWindows1252 } from "~/domain/values/windows-1252";

/** Finds out how the letters of a file are encoded. Pure. */

const REFUSED =
  "Les caractères du fichier sont illisibles\u00a0: enregistrez-le en «\u00a0CSV UTF-8\u00a0» (Excel\u00a0: " +
  "Enregistrer sous, CSV UTF-8), ou exportez-le de nouveau.";

/** Words of three letters and more, and words that no language writes. */
const ARABIC_WORD = /\p{Script=Arabic}{3,}/gu;
const TORN_WORD = /\p{Script=Latin}\p{Script=Arabic}|\p{Script=Arabic}\p{Script=Latin}/gu;

// In the following, each character is a byte.
/** Small letters with accents in Windows-1252, and "œ" and "’", beside other letters. */
const WESTERN = /[a-z][\xe0-\xfc\x92\x9c]|[\xe0-\xfc\x9c][a-z]/g;
/** What Windows-1252 does not write, at least not there: letters of Macs and of MS-DOS. */
const OTHER =
  /[\x81\x83\x88\x8d\x8f\x90\x9d]|[a-z](?:[\x82\x84\x89-\x8c\x8e\x9f]|[\x87\x93\x94][a-z])|[A-Z][\x82\x8a\x8e][a-z]/g;
/** "é", "è" and "É" of a Mac; of MS-DOS. */
const MAC = /[a-z][\x8e\x8f]|[A-Z](?:[\x8e\x8f][a-z]|\x83)/g;
const DOS = /[a-z][\x82\x8a]|[A-Z](?:[\x82\x8a][a-z]|\x90[A-Z])/g;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * @param bytes UTF-8, UTF-16 with a byte order mark, Windows-1252, Windows-1256 or Mac Roman
 * @throws Error in French when none of these gives words
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // No text has it in one of these: this is a workbook, or UTF-16 without a mark.
  if (bytes.includes(0)) throw new Error(REFUSED);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeAnsi(bytes);
  }
}

/** French letters are the same in 1252 and 1256; Arabic ones are accented capitals in 1252. */
function decodeAnsi(bytes: Uint8Array): string {
  const utf8 = new TextDecoder().decode(bytes);
  // Most of it is UTF-8.
  if (count(utf8, /[^\p{ASCII}\ufffd]/gu) > count(utf8, /\ufffd/g)) throw new Error(REFUSED);
  const arabic = new TextDecoder("windows-1256").decode(bytes);
  const [words, torn] = [count(arabic, ARABIC_WORD), count(arabic, TORN_WORD)];
  if (words > 0 && torn * 10 <= words) return arabic;
  const latin1 = Buffer.from(bytes).toString("latin1");
  const isOther = count(latin1, OTHER) > count(latin1, WESTERN);
  if (isOther && count(latin1, MAC) > count(latin1, DOS)) return new TextDecoder("macintosh").decode(bytes);
  if (isOther || words > 0) throw new Error(REFUSED);
  return fromWindows1252(latin1);
}
