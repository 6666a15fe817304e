import { operations } from "~/api/operations.server";
import { sectionWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/content/home-sections */
export const loader = endpoint(operations.listHomeSections, async () => {
  const sections = (await (await getShop()).content.homeSections()) ?? [];
  return { success: true, data: sections.map((section, index) => sectionWire(settings.siteUrl, section, index)) };
});
export const action = loader;
