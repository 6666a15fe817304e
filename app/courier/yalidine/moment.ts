/**
 * The courier's moments name no zone. They are Algeria's clock, which is one hour ahead of UTC the whole year: there is no summer
 * time.
 */
const HOUR = 60 * 60 * 1000;

/** @returns undefined when the text is no moment */
export function momentOf(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second = "0"] =
    /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text.trim()) ?? [];
  if (!year) return undefined;
  const at = Date.UTC(+year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const read = new Date(at);
  // The 31st of February would be some day in March.
  if (read.getUTCDate() !== Number(day) || read.getUTCHours() !== Number(hour)) return undefined;
  return new Date(at - HOUR);
}
