import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { formatDateTime } from "~/domain/values/dates";
import type { RouteHandle } from "~/route-handle";
import { LastCall, lastCallView } from "./last-call";
import { openOffice } from "./open-office.server";
import { callPage } from "./order-paths";

/** Leads to the order that has waited for its call the longest; says so when there is none. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const after = new URL(request.url).searchParams.get("apres") ?? undefined;
  if (after !== undefined) await office.leaveForLater(after, by);
  const { number, due, nextAt } = await office.nextToCall(by, after);
  if (number !== undefined) throw redirect(callPage(number), 303);
  return { due, nextAt: nextAt && formatDateTime(nextAt), last: await lastCallView(office, by) };
}

const TITLE = "À appeler";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Calls() {
  const { due, nextAt, last } = useLoaderData<typeof loader>();
  return (
    <OfficePage title={TITLE} className="page pb-8">
      <LastCall last={last} />
      <Nothing title={due > 0 ? "Vos collègues s'occupent de tout ce qui reste à appeler." : "Personne à appeler."}>
        {nextAt && <p className="mt-2">{`Le prochain appel est à faire le ${nextAt}.`}</p>}
      </Nothing>
    </OfficePage>
  );
}
