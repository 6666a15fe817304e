import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Older and English addresses redirect permanently, and keep their parameters (decision 008). */
const moved: Record<string, string> = {
  "/men": "/homme",
  "/women": "/femme",
  "/kids": "/enfant",
  "/new": "/nouveaute",
  "/products": "/shop",
};

export function loader({ request, params }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const target = params.slug ? `/collection/${encodeURIComponent(params.slug)}` : moved[pathname.replace(/\/+$/, "")];
  return redirect(`${target ?? "/404"}${search}`, 301);
}
