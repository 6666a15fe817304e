import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";
import { Answer, json } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** Any other address below /api, /auth and /health: a 404 in JSON, since programs read it. */
const answer = ({ request }: LoaderFunctionArgs) =>
  json(request, new Answer(404, { message: "Cette adresse n'existe pas" }));
export const loader = answer;
export const action = answer;
