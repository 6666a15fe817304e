import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { countWords } from "~/domain/office/day";
import { dayList } from "~/domain/office/day-list";
import { roleMay } from "~/domain/office/role";
import { formatWeekday } from "~/domain/values/dates";
import type { RouteHandle } from "~/route-handle";
import { openOffice } from "./open-office.server";

/** Aujourd'hui: what waits for this person's role, as numbers that lead to their lists. */

export const handle = { office: { see: "staff" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, office } = await openOffice(request);
  const counts = await office.waitingToday();
  return {
    day: formatWeekday(new Date()),
    waiting: dayList
      .filter(([, { ability }]) => roleMay(staff.role, ability))
      .map(([name, { label, to, isUrgent = false }]) => ({ name, label, to, isUrgent, count: counts[name] })),
  };
}

const TITLE = "Aujourd'hui";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Today() {
  const { day, waiting } = useLoaderData<typeof loader>();
  const isQuiet = waiting.every(({ count }) => count === 0);
  return (
    <OfficePage
      title={TITLE}
      className="page pb-8"
      lead={<p className="mt-1 text-muted first-letter:uppercase">{day}</p>}
    >
      {isQuiet && <Nothing title={"Rien à traiter. Bonne journée\u00a0!"} />}
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {waiting.map(({ name, label, to, isUrgent, count }) => (
          <li key={name} className="border-b">
            <Link to={to} className={`row quiet flex-wrap gap-x-4 ${count === 0 ? "text-muted" : ""}`}>
              <span
                className={`min-w-[4.5rem] shrink-0 whitespace-nowrap text-end text-2xl tabular-nums ${isUrgent && count > 0 ? "text-error" : ""}`}
              >
                {countWords(count)}
              </span>{" "}
              {/* Below the number where text is large. */}
              <span className="grow basis-36">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </OfficePage>
  );
}
