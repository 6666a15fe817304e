import { ofName } from "~/domain/values/of-name";
import { type CommandContext, DONE, type ExitCode, REFUSED } from "./command-context";
import { oneLine, wrapped } from "./table";

/** Prints the reviews that wait to be read, oldest first. */
export async function listReviews(context: CommandContext): Promise<ExitCode> {
  const waiting = await (await context.shop()).office.waitingReviews();
  if (waiting.length === 0) {
    context.say("Aucun avis n'attend.");
    return DONE;
  }
  for (const { id, name, number, rating, text, author, wilaya } of waiting) {
    const by = [author, wilaya].filter(Boolean).join(", ");
    context.say(wrapped(oneLine(`${id}  ${name}\u00a0: ${rating} sur 5, ${ofName(by)} (commande ${number})`), 4));
    if (text) context.say(wrapped(`    ${oneLine(text)}`, 4));
  }
  context.say("\nPublier\u00a0: npm run shop -- avis --publier ID");
  context.say("Refuser\u00a0: npm run shop -- avis --refuser ID");
  return DONE;
}

/** Publishes a review, or refuses one, which is then deleted but for its line. */
export async function decideReview(
  context: CommandContext,
  id: string,
  state: "published" | "refused",
): Promise<ExitCode> {
  const isDone = await (await context.shop()).office.decideReview(id.trim().toLowerCase(), state);
  if (!isDone) {
    context.complain(`Aucun avis ${oneLine(id)} à ${state === "published" ? "publier" : "refuser"}.`);
    return REFUSED;
  }
  context.say(state === "published" ? "Avis publié." : "Avis refusé, et effacé.");
  return DONE;
}
