import { extendZodWithOpenApi } from "@asteasolutions/zod-to-openapi";
import { z as plain } from "zod";

/** zod with `.openapi()`, which names schemas in the OpenAPI document. Too heavy for browsers. */
export const z = extended(plain);

function extended(zod: typeof plain): typeof plain {
  extendZodWithOpenApi(zod);
  return zod;
}
