import * as z from "zod/v4-mini";
import { normaliseEmail } from "./email";
import { normalisePhone } from "./phone";

/**
 * What the shop's forms have in common: kinds of fields, their limits and their words. Each form has one schema, which checks
 * it on the server and in the browser: nothing that only the server may know, and nothing heavy, is imported here.
 */

// To be faster, zod would make code from texts. Our pages forbid that, and browsers report the attempt already.
z.config({ jitless: true });

/** What somebody typed; a field that was not sent is an empty one. */
export const typed = z._default(z.string(), "");

/** Whether it may be left out is told apart from whether it is right: a page says above its fields that something is missing. */
export const required = (missing: string, isThere = (text: string) => text !== "") =>
  z.refine<string>(isThere, { error: missing, params: { isMissing: true } });

export const isMissing = (issue: z.core.$ZodIssue) => issue.code === "custom" && issue.params?.isMissing === true;

/** @param tooLong is followed by how many characters there may be */
export const atMost = (most: number, tooLong: string) => z.maxLength(most, `${tooLong} (${most} caractères au plus)`);

const visible = (text: string) => text.replace(/[\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g, "");

/** One line of text: no line breaks, no double spaces, nothing invisible that would count as a letter. */
export const oneLine = (text: string) => visible(text).replace(/\s+/g, " ").trim();

export const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

export const line = (missing: string, tooLong: string, most: number) =>
  typed.check(z.overwrite(oneLine), required(missing, isWord), atMost(most, tooLong));

/** Nothing, or what `normalise` makes of it: undefined where it is wrong. What is normalised already has to stay as it is. */
export const spelled = (normalise: (text: string) => string | undefined, wrong: string) =>
  typed.check(
    z.overwrite((text) => normalise(text) ?? text.trim()),
    z.refine((text) => text === "" || normalise(text) !== undefined, wrong),
  );

export const nom = line("Le nom est requis", "Le nom est trop long", 60);
export const prenom = line("Le prénom est requis", "Le prénom est trop long", 60);
export const email = spelled(normaliseEmail, "Adresse e-mail invalide (ex: nom@exemple.com)").check(
  required("L'e-mail est requis"),
);
export const telephoneOrNone = spelled(normalisePhone, "Numéro invalide (ex: 0550123456)");
export const telephone = telephoneOrNone.check(required("Le téléphone est requis"));
export const adresseOrNone = typed.check(
  z.overwrite((text) => visible(text).trim()),
  atMost(200, "L'adresse est trop longue"),
);
