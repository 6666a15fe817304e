import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "~/domain/account/password-length";
import { LONGEST_EMAIL } from "~/domain/values/email";
import { z } from "../zod.server";
import { id, moment, short } from "./values.server";

// The pages' forms refuse sooner, in their own words; programs read their bounds here.
const secret = z.string().max(1_000, "Le mot de passe est trop long");
const email = short(300).openapi({ maxLength: LONGEST_EMAIL });
const name = short(200).openapi({ minLength: 1, maxLength: 60 });

export const login = z.object({ email, password: secret }).openapi("Login");

export const registration = z
  .object({
    email,
    password: secret.openapi({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
    confirmPassword: secret.optional(),
    firstName: name,
    lastName: name,
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
