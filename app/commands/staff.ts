import { emailIn } from "./accounts";
import { type CommandContext, done, type ExitCode, REFUSED } from "./command-context";

/** Prints the link by which somebody becomes owner, also the first one, or comes in again. */
export async function inviteOwner(context: CommandContext, typed: string): Promise<ExitCode> {
  const email = emailIn(typed);
  const { staff } = await context.shop();
  const invited = await staff.invite({ email, name: "", role: "owner" }, undefined);
  if (!invited) return REFUSED;
  context.say(
    `Ouvrez ce lien dans l'heure\u00a0; il donne à ${email} le rôle de propriétaire et ne sert qu'une fois\u00a0:\n`,
  );
  return done(context, `${context.officeUrl}/gestion/bienvenue?jeton=${invited.token}`);
}
