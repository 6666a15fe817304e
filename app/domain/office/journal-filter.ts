import * as z from "zod/v4-mini";
import { actorLabels, journalSubjects } from "./journal";

/** The filters of the journal, as the address has them; what is none counts as left out. */

const others = Object.keys(actorLabels) as (keyof typeof actorLabels)[];
const left = undefined;

export const journalFilter = z.object({
  /** Id of a person, or who else: `command`, `courier`, `shopper`, `shop`. */
  personne: z.catch(z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))), left),
  objet: z.catch(z.optional(z.enum(journalSubjects)), left),
  numero: z.catch(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))), left),
  jour: z.catch(z.optional(z.iso.date()), left),
  apres: z.catch(z.optional(z.string().check(z.maxLength(80))), left),
});

export const isOther = (personne: string): personne is keyof typeof actorLabels =>
  (others as readonly string[]).includes(personne);
