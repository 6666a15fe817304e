import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/build.mjs";

/** The Dockerfile, read as far as tests follow it: instructions of one line each, by stage. */

export interface Stage {
  /** As other stages name it; empty for the last. */
  name: string;
  instructions: { word: string; rest: string }[];
}

export const dockerfile = () => readFileSync(join(root, "Dockerfile"), "utf8");

export function stagesOf(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.split("\n")) {
    const [, word = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === "FROM") stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? "", instructions: [] });
    else if (word) stages.at(-1)?.instructions.push({ word, rest });
  }
  return stages;
}

/** What a COPY brings from where: `from` is another stage, undefined for this folder. */
export function copiesOf(stage: Stage): { from: string | undefined; sources: string[]; target: string }[] {
  return stage.instructions
    .filter(({ word }) => word === "COPY")
    .map(({ rest }) => {
      const [, from, paths = ""] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? [];
      const sources = paths.split(" ");
      const target = sources.pop() ?? "";
      return { from, sources, target };
    });
}

/** The last instruction of a word, of those that hold a command as a list of words. */
export function commandOf(stage: Stage, word: "CMD" | "HEALTHCHECK"): string[] {
  const found = stage.instructions.findLast((instruction) => instruction.word === word)?.rest ?? "";
  return JSON.parse(found.slice(found.indexOf("["))) as string[];
}
