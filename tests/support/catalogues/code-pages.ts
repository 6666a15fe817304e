/** Texts as old spreadsheets write them; by tables, since Node's own decoder may be wrong. */

/** From the byte 0x80 on; a dot stands for what these texts do not need. */
const table = (letters: string) => new Map([...letters].map((letter, at) => [letter, 0x80 + at]));

const latin1 = Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join("");
const tables = {
  "windows-1252": table(`€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ${latin1}`),
  "windows-1256": table(
    "€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ..ں\u00a0،¢£¤¥¦§¨©ھ«¬.®¯°±²³´µ¶·¸¹؛»¼½¾؟" +
      "ہءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقكàلâمنهوçèéêëىيîïًٌٍَôُِ÷ّùْûü..ے",
  ),
  macintosh: table(
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø" +
      "¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ.ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
  ),
  "MS-DOS": table(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
      "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´.±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ),
};

export function inCodePage(page: keyof typeof tables, text: string): Uint8Array {
  return Uint8Array.from([...text], (letter) => {
    const byte = letter < "\x80" ? letter.charCodeAt(0) : tables[page].get(letter);
    if (byte === undefined) throw new Error(`${page} has no ${letter}.`);
    return byte;
  });
}
