/** What the sale is called (decision 042). Days are Algeria's, as `algerianDay` gives them. */

/** The first day and the last one: "2026-06-21". */
export interface SalePeriod {
  from: string;
  until: string;
}

/** Of any year. */
const SUMMER = { from: "06-21", until: "09-21" };

/** @param own the dates that the home page's slide names, which hold instead of the season */
const isSummerSale = (day: string, own: SalePeriod | undefined): boolean =>
  own ? own.from <= day && day <= own.until : SUMMER.from <= day.slice(5) && day.slice(5) <= SUMMER.until;

export const saleName = (day: string, own?: SalePeriod): string => (isSummerSale(day, own) ? "Soldes d'été" : "Soldes");

/** "Les soldes d'été" as "Les soldes" where it is not summer. */
export const saleTitle = (title: string, day: string, own?: SalePeriod): string =>
  isSummerSale(day, own) ? title : title.replace(/(soldes) d['\u2019]été/iu, "$1");
