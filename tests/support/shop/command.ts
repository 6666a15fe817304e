import type { CommandContext } from "~/commands/command-context";
import { run } from "~/commands/run";
import type { LocalTestShop } from "./test-shop";

interface Ended {
  ending: number;
  /** What it printed. */
  text: string;
}

/** The merchant's command in this process; what it is not given it may not ask for. */
export async function runHere(argv: readonly string[], means: Partial<CommandContext>): Promise<Ended> {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const never = () => Promise.reject(new Error("Not asked for."));
  const ending = await run(argv, {
    ...{ shop: never, alerts: never, people: never, unsettled: async () => undefined, folder: "", dataDir: "" },
    outbox: undefined,
    ...{ now: () => new Date(), officeUrl: "http://localhost:3000", readiness: async () => [] },
    ...{ say, complain: say, ...means },
  });
  return { ending, text: said.join("\n") };
}

/** The same of a shop with its own catalogue, printed with ordinary spaces. */
export async function commandOf(
  { shop }: Pick<LocalTestShop, "shop">,
  folder: string,
  argv: readonly string[],
  means: Partial<CommandContext> = {},
): Promise<Ended> {
  const { office } = shop;
  const people = async () => ({ office, isCopy: false });
  const own = { shop: async () => shop, alerts: async () => office, people, folder, dataDir: folder };
  const { ending, text } = await runHere(argv, { ...own, ...means });
  return { ending, text: text.replace(/[\u00a0\u202f]/g, " ") };
}
