import { z } from "../zod.server";
import { id, moment, short } from "./values.server";

const secret = z.string().max(1_000, "Le mot de passe est trop long");

export const login = z.object({ email: short(300), password: secret }).openapi("Login");

export const registration = z
  .object({
    email: short(300),
    password: secret,
    confirmPassword: secret.optional(),
    firstName: short(200),
    lastName: short(200),
    terms: z.boolean().openapi({ description: "Les conditions sont acceptées." }),
  })
  .openapi("Registration");

export const user = z
  .object({
    id,
    uid: id,
    email: z.string(),
    displayName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    address: z.string(),
    createdAt: moment,
  })
  .openapi("User");

export const signedInUser = z
  .object({
    user,
    token: z.string().openapi({ description: "À envoyer ensuite dans l'en-tête Authorization, derrière Bearer." }),
  })
  .openapi("SignedIn");
