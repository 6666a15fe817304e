import * as z from "zod/v4-mini";
import { parameter } from "../values/form-fields";
import { actorLabels, journalSubjects } from "./journal";

/** The filters of the journal, as the address has them; what is none counts as left out. */

const others = Object.keys(actorLabels) as (keyof typeof actorLabels)[];

export const journalFilter = z.object({
  /** Id of a person, or who else: `command`, `courier`, `shopper`, `shop`. */
  personne: parameter(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  objet: parameter(z.enum(journalSubjects)),
  numero: parameter(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  jour: parameter(z.iso.date()),
  apres: parameter(z.string().check(z.maxLength(80))),
});

export const isOther = (personne: string): personne is keyof typeof actorLabels =>
  (others as readonly string[]).includes(personne);
