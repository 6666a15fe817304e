import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { plainTextAnswer } from "~/http/page-headers.server";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Decision 008: any other path leads to /404, but a file that is not there is no page. */
export const loader = ({ params }: LoaderFunctionArgs) => missingFile(params["*"]) ?? redirect("/404");

/** A form posted to an unknown address leads to the same page, by GET. */
export const action = ({ params }: LoaderFunctionArgs) => missingFile(params["*"]) ?? redirect("/404", 303);

/** Programs ask for it, and for the old name of a script: they shall learn it at once. */
const missingFile = (path = "") => (/\.[\w-]+$/.test(path) ? plainTextAnswer(404, "Introuvable\n") : undefined);
