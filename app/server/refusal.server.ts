import { data } from "@remix-run/node";
import { note } from "~/request-context.server";

/** A refused form comes back as the same page, and its title says so first (PE-3): 400 unless told. */
export function refusal<Body>(body: Body, status: 400 | 403 | 409 | 429 | 500 | 503 = 400, headers: HeadersInit = {}) {
  note({ isRefused: true });
  return data(body, { status, headers });
}
