import * as z from "zod/v4-mini";
import { normaliseEmail } from "./email";
import { normalisePhone } from "./phone";
import { grouped } from "./plural";

/** Browsers run these schemas too, so nothing secret or heavy may be imported here. */

// zod would compile schemas by eval, which our policy forbids and browsers report.
z.config({ jitless: true });

/** A filter in an address; what is none counts as left out. */
export const parameter = <Schema extends z.core.$ZodType>(schema: Schema) => z.catch(z.optional(schema), undefined);

/** The text of a field; "" when it was not sent. */
export const typed = z._default(z.string(), "");

/** Its issue is marked, since a form also says on top that a required field is empty. */
export const required = (missing: string, isPresent = (text: string) => text !== "") =>
  z.refine<string>(isPresent, { error: missing, params: { isMissing: true } });

export const isMissing = (issue: z.core.$ZodIssue) => issue.code === "custom" && issue.params?.isMissing === true;

/** 'Le nom est trop long : 61 caractères, 60 au plus' */
export const overlong = (tooLong: string, length: number, most: number) =>
  `${tooLong}\u00a0: ${grouped(String(length))} caractères, ${grouped(String(most))} au plus`;

/** Said instead of a `maxlength`, which would cut what is pasted without a word. */
export const atMost = (most: number, tooLong: string) =>
  z.maxLength(most, { error: ({ input }) => overlong(tooLong, String(input).length, most) });

const visible = (text: string) => text.replace(/[\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g, "");

/** Without line breaks, double spaces, and invisible characters that would count as letters. */
export const oneLine = (text: string) => visible(text).replace(/\s+/g, " ").trim();

export const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

export const line = (missing: string, tooLong: string, most: number) =>
  typed.check(z.overwrite(oneLine), required(missing, isWord), atMost(most, tooLong));

/** Empty, or what `normalise` returns, which has to keep its own results; undefined is an error. */
export const normalisedBy = (normalise: (text: string) => string | undefined, wrong: string) =>
  typed.check(
    z.overwrite((text) => normalise(text) ?? text.trim()),
    z.refine((text) => text === "" || normalise(text) !== undefined, wrong),
  );

export const nom = line("Le nom est requis", "Le nom est trop long", 60);
export const prenom = line("Le prénom est requis", "Le prénom est trop long", 60);
export const emailOrNone = normalisedBy(normaliseEmail, "Adresse e-mail invalide (ex: nom@exemple.com)");
export const email = emailOrNone.check(required("L'e-mail est requis"));
export const WRONG_PHONE = "Numéro invalide (ex: 0550123456)";
export const telephoneOrNone = normalisedBy(normalisePhone, WRONG_PHONE);
export const telephone = telephoneOrNone.check(required("Le téléphone est requis"));
export const adresseOrNone = typed.check(
  z.overwrite((text) => visible(text).trim()),
  atMost(200, "L'adresse est trop longue"),
);
