import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";
import { Answer, json, sentences } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

const messages: Record<string, string> = {
  ...sentences,
  "400": "Demande incomprise",
  "403": "Demandé par un autre site\u00a0: rien n'a été fait",
};

/** Answers requests to the API that were refused (http/refuse-requests.server.ts). */
const answer = ({ request, params: { status = "" } }: LoaderFunctionArgs) => {
  const message = messages[status];
  return json(
    request,
    message === undefined ? new Answer(404, { message: messages["404"] }) : new Answer(Number(status), { message }),
  );
};
export const loader = answer;
export const action = answer;
