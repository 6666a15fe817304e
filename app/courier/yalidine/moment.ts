import { HOUR } from "~/domain/values/durations";

/** The courier's times have no zone: they are Algeria's, UTC+1 all year. */

/** @returns undefined when the text is no time */
export function momentOf(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second = "0"] =
    /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text.trim()) ?? [];
  if (!year) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const read = new Date(at);
  // Date.UTC makes the 31st of February a day in March.
  if (read.getUTCDate() !== Number(day) || read.getUTCHours() !== Number(hour)) return undefined;
  return new Date(at - HOUR);
}
