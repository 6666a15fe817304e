import { z } from "../zod.server";

export const problemFields = {
  message: z.string(),
  errors: z.record(z.string()).optional().openapi({ description: "Par champ\u00a0: items.0.quantity." }),
};

export const problem = z.object(problemFields).openapi("Problem");

export const health = z.object({ status: z.enum(["ok", "unavailable"]) }).openapi("Health");

export const document = z.object({ openapi: z.string() }).passthrough().openapi("Document");
