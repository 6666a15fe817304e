import type { LoaderFunctionArgs } from "@remix-run/node";
import type { MetaFunction } from "@remix-run/react";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { PageHeading } from "~/components/office/page-heading";
import type { RouteHandle } from "~/route-handle";
import { requireStaff } from "~/session/staff.server";

export const handle = { private: true, search: "closed", office: { see: "journal" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "journal");
  return null;
}

export const meta: MetaFunction = ({ matches }) => officeMeta(matches, "Journal");

export default function Journal() {
  return (
    <div className="page">
      <PageHeading title="Journal" />
      <Nothing title="Rien n'est encore noté." />
    </div>
  );
}
