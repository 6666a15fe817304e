import type { LoaderFunctionArgs } from "@remix-run/node";
import { tokenOf } from "~/server/mailed-token.server";

/** Loader of a mailed link's page; without a token the link is not complete. */
export const loadLink = ({ request }: LoaderFunctionArgs) => ({
  token: tokenOf(request),
});
