import { data } from "@remix-run/node";
import { note } from "~/request-context.server";

/** Answers a refused form with the same page, whose title says first that it was refused (PE-3). */
export function refusal<Body>(body: Body, status: 400 | 403 | 409 | 429 | 500 | 503 = 400, headers: HeadersInit = {}) {
  note({ isRefused: true });
  return data(body, { status, headers });
}
