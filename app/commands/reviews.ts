import { ofName } from "~/domain/values/of-name";
import { quoted } from "~/domain/values/plural";
import type { OrderReview } from "~/shop/services/office";
import { type CommandContext, done, type ExitCode, refused } from "./command-context";
import { printableLine, wrapped } from "./terminal-text";

/** Prints the reviews that wait to be read, oldest first. */
export async function listReviews(context: CommandContext): Promise<ExitCode> {
  const waiting = await (await context.shop()).office.waitingReviews();
  if (waiting.length === 0) return done(context, "Aucun avis n'attend.");
  for (const review of waiting) show(context, review);
  context.say("\nPublier\u00a0: npm run shop -- avis --publier ID");
  return done(context, REFUSE);
}

/** Prints the published reviews that have these words, so that one can be taken back. */
export async function findReviews(context: CommandContext, words: string): Promise<ExitCode> {
  const found = await (await context.shop()).office.findPublished(words);
  if (found.length === 0) return refused(context, `Aucun avis publié avec ${quoted(printableLine(words))}.`);
  for (const review of found) show(context, review);
  return done(context, `\n${REFUSE}`);
}

const REFUSE = "Refuser\u00a0: npm run shop -- avis --refuser ID";

function show({ say }: CommandContext, { id, name, number, rating, text, author, wilaya }: OrderReview): void {
  const by = [author, wilaya].filter(Boolean).join(", ");
  const about = `${id}  ${name}\u00a0: ${rating} sur 5${by && `, ${ofName(by)}`} (commande ${number})`;
  say(wrapped(printableLine(about), 4));
  if (text) say(wrapped(`    ${printableLine(text)}`, 4));
}

/** Publishes a review, or refuses one, which is then deleted but for its line. */
export async function decideReview(
  context: CommandContext,
  id: string,
  state: "published" | "refused",
): Promise<ExitCode> {
  const isDone = await (await context.shop()).office.decideReview(id.trim().toLowerCase(), state);
  if (!isDone)
    return refused(context, `Aucun avis ${printableLine(id)} à ${state === "published" ? "publier" : "refuser"}.`);
  return done(context, state === "published" ? "Avis publié." : "Avis refusé, et effacé.");
}
