import { DAY, HOUR } from "./durations";

/**
 * Dates in French and in Algerian time. For servers only: browsers format them differently.
 */
const formatter = (parts: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("fr-FR", { ...parts, timeZone: "Africa/Algiers" });
  return (at: Date): string => format.format(at);
};

/** The first of a month is "1er" in French, which Intl does not know. */
const fromDay = (parts: Intl.DateTimeFormatOptions) => {
  const format = formatter(parts);
  return (at: Date): string => format(at).replace(/^1 /, "1er ");
};

/** "22 novembre 2026 à 14:05", "1er novembre 2026 à 14:05" */
export const formatDateTime = fromDay({ dateStyle: "long", timeStyle: "short" });
/** "22 novembre 2026" */
export const formatDate = fromDay({ dateStyle: "long" });
/** "22 nov." */
export const formatDay = fromDay({ day: "numeric", month: "short" });
const inWeek = formatter({ weekday: "long", day: "numeric" });
/** "jeudi 26", "mardi 1er" */
export const formatWeekday = (at: Date): string => inWeek(at).replace(/ 1$/, " 1er");
/** "novembre 2026" */
export const formatMonth = formatter({ month: "long", year: "numeric" });

/** Milliseconds that Algeria's clocks are before UTC; it has had no summer time since 1981. */
const OFFSET = HOUR;

/** "2026-11-22": days as texts compare as they follow each other. */
export const algerianDay = (at: Date): string => new Date(at.getTime() + OFFSET).toISOString().slice(0, 10);

/** Numbers Algeria's days, for code that each page runs. @param at milliseconds since 1970 */
export const algerianDayNumber = (at: number): number => Math.floor((at + OFFSET) / DAY);

/** The first moment of a day in Algeria. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+01:00`);

const inFigures = formatter({
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
/** "22/11/2026 14:05", for tables and spreadsheets. */
export const formatFigures = (at: Date): string => inFigures(at).replace(",", "").replace(/\s+/g, " ");
