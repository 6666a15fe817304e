import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Decision 008: any other path leads to /404. */
export const loader = (_: LoaderFunctionArgs) => redirect("/404");

/** A form posted to an unknown address leads to the same page, by GET. */
export const action = () => redirect("/404", 303);

export default function AnythingElse() {
  return null;
}
