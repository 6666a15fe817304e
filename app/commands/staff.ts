import { normaliseEmail } from "~/domain/values/email";
import { type CommandContext, DONE, type ExitCode, Misuse, REFUSED } from "./command-context";
import { oneLine } from "./table";

/** Prints the link by which somebody becomes owner, also the first one, or comes in again. */
export async function inviteOwner(context: CommandContext, typed: string): Promise<ExitCode> {
  const email = normaliseEmail(typed);
  if (email === undefined) throw new Misuse(`Adresse e-mail invalide\u00a0: ${oneLine(typed)}.`);
  const { staff } = await context.shop();
  const invited = await staff.invite({ email, name: "", role: "owner" }, undefined);
  if (!invited) return REFUSED;
  context.say(
    `Ouvrez ce lien dans l'heure\u00a0; il donne à ${email} le rôle de propriétaire et ne sert qu'une fois\u00a0:\n`,
  );
  context.say(`${context.officeUrl}/gestion/bienvenue?jeton=${invited.token}`);
  return DONE;
}
