import { formatWeekday } from "../values/dates";
import { DAY } from "../values/durations";

/** In days from now, as in WITHIN_DAYS. */
const [EARLIEST, LATEST] = [1, 5];

/**
 * 'entre jeudi 26 et lundi 30': the first and last day on which a parcel may arrive. Couriers do
 * not deliver on Fridays: such a day is the Saturday after it.
 */
export const deliveryDays = (now: Date): string => `entre ${dayAfter(now, EARLIEST)} et ${dayAfter(now, LATEST)}`;

function dayAfter(now: Date, days: number): string {
  const day = formatWeekday(new Date(now.getTime() + days * DAY));
  return day.startsWith("vendredi") ? dayAfter(now, days + 1) : day;
}
