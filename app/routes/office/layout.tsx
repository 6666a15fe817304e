import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, Outlet, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import { OfficeErrorPage, officeErrorText } from "~/components/office/error-page";
import { type OfficeData, useOfficeData } from "~/components/office/office-data";
import { OfficeShell } from "~/components/office/shell";
import { currentRequest } from "~/request-context.server";
import { takeFlash } from "~/session/flash.server";
import { staffSessionOf } from "~/session/staff.server";
import { settings } from "~/settings.server";
import { unlessUnavailable } from "~/shop/shop";

/** Header, message and errors of the office's pages. Each page's own loader lets nobody else in. */

export async function loader({ request }: LoaderFunctionArgs) {
  const [session, { flash, headers }] = await Promise.all([
    unlessUnavailable(staffSessionOf(request)),
    takeFlash(request, { byScripts: true }),
  ]);
  const { id = "", name = "", role } = session?.staff ?? {};
  const office: OfficeData = {
    staff: role && { id, name, role },
    shortcuts: session?.shortcuts ?? false,
    flash,
    isRefused: currentRequest()?.isRefused ?? false,
    shopUrl: settings.officeUrl === undefined ? "" : settings.siteUrl,
  };
  return data(office, { headers });
}

export const meta: MetaFunction<typeof loader> = ({ error }) => [
  { title: `${error ? officeErrorText(error).title : "Wahrane"} – Gestion` },
  { name: "robots", content: "noindex" },
];

export default function OfficeLayout() {
  return (
    <OfficeShell data={useLoaderData<typeof loader>()}>
      {/* Another order is another page: React would change texts that a translator has replaced (T-11). */}
      <Outlet key={useLocation().pathname} />
    </OfficeShell>
  );
}

/** Keeps the header, so that one gets on from an error. */
export function ErrorBoundary() {
  return (
    <OfficeShell data={useOfficeData()} isError>
      <OfficeErrorPage error={useRouteError()} />
    </OfficeShell>
  );
}
