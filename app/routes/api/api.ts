import type { RouteHandle } from "~/route-handle";
import { accessAnswers } from "./access.server";
import { catalogueAnswers } from "./catalogue.server";
import { deliveryAnswers } from "./delivery.server";
import { orderAnswers } from "./orders.server";
import { serve } from "./serve.server";
import { serviceAnswers } from "./service.server";

export const handle = { search: "open", api: true } satisfies RouteHandle;

/** Other addresses below /api, /auth and /health are a 404 in JSON, since programs read it. */
export const loader = serve({
  ...catalogueAnswers,
  ...deliveryAnswers,
  ...orderAnswers,
  ...accessAnswers,
  ...serviceAnswers,
});
export const action = loader;
