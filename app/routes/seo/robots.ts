import { settings } from "~/settings.server";
import { kept } from "./kept";

/** Pages of one visitor, and what is no page. Refined and sorted lists may be read: they say themselves that they are no news. */
const CLOSED = [
  "/cart",
  "/checkout",
  "/commande/",
  "/suivi",
  "/wishlist",
  "/newsletter/",
  "/account",
  "/login",
  "/register",
  "/forgot-password",
  "/theme",
  "/livraison",
  "/search/suggestions",
  "/sans-scripts",
  "/refus/",
];

export function loader() {
  const lines = [
    "User-agent: *",
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${settings.siteUrl}/sitemap.xml`,
  ];
  return kept(`${lines.join("\n")}\n`, "text/plain; charset=utf-8");
}
