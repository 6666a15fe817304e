import { missingIn, type Point } from "~/domain/content/readiness";
import { counted } from "~/domain/values/plural";
import { type CommandContext, DONE, type ExitCode, REFUSED } from "./command-context";
import { wrapped } from "./terminal-text";

const STATES: Readonly<Record<Point["state"], string>> = { set: "réglé", missing: "MANQUE", elsewhere: "à voir" };

/** Prints what a selling shop has and lacks; REFUSED while anything is missing or unsettled. */
export async function verify({ say, readiness, unsettled }: CommandContext): Promise<ExitCode> {
  const points = await readiness();
  const missing = missingIn(points).length;
  const width = Math.max(...points.map(({ name }) => name.length));
  for (const { name, what, state, todo } of points) {
    const begin = `${STATES[state].padEnd(6)}  ${name.padEnd(width)}  `;
    say(`${begin}${what}`);
    if (state !== "set") say(wrapped(`${" ".repeat(begin.length)}${todo}`, begin.length));
  }
  const waiting = (await (await unsettled())?.waiting()) ?? [];
  say("");
  if (waiting.length > 0) {
    const count = counted(waiting.length, "commande est", "commandes sont");
    say(`${count} à vérifier\u00a0: npm run shop -- a-verifier.`);
  }
  if (missing === 0) say("Rien ne manque pour vendre.");
  else say(`Il manque ${missing === 1 ? "un point" : `${missing} points`} pour vendre\u00a0: voir docs/operating.md.`);
  return missing === 0 && waiting.length === 0 ? DONE : REFUSED;
}
