/** Texts as old spreadsheets write them; by tables, since Node's own decoder may be wrong. */

/** From the byte `first` on; a dot stands for what these texts do not need. */
const table = (first: number, letters: string) => new Map([...letters].map((letter, at) => [letter, first + at]));

const latin1 = Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join("");
const tables = {
  "windows-1252": table(0x80, `€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ${latin1}`),
};

export function inCodePage(page: keyof typeof tables, text: string): Uint8Array {
  return Uint8Array.from([...text], (letter) => {
    const byte = letter < "\x80" ? letter.charCodeAt(0) : tables[page].get(letter);
    if (byte === undefined) throw new Error(`${page} has no ${letter}.`);
    return byte;
  });
}
