import { extendZodWithOpenApi } from "@asteasolutions/zod-to-openapi";
import { z as plain } from "zod";

/** zod whose schemas can say what they are called in the OpenAPI document. For the server only: it is far too heavy for a page. */
export const z = extended(plain);

function extended(zod: typeof plain): typeof plain {
  extendZodWithOpenApi(zod);
  return zod;
}
