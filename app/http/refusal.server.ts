import { data } from "@remix-run/node";
import { addToContext } from "~/request-context.server";

/** Answers a refused form with the same page, whose title says first that it was refused. */
export function refusal<Body>(body: Body, status: 400 | 403 | 409 | 429 | 500 | 503 = 400, headers: HeadersInit = {}) {
  addToContext({ isRefused: true });
  return data(body, { status, headers });
}
