import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../tools/build.mjs";

/** Reads the Dockerfile, whose instructions have one line each, by stage. */

export interface Stage {
  /** The name for other stages; empty for the last. */
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

/** What each COPY copies; `from` is another stage, undefined for the build's folder. */
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

/** The last such instruction, whose command is a JSON list of words. */
export function commandOf(stage: Stage, word: "CMD" | "HEALTHCHECK"): string[] {
  const found = stage.instructions.findLast((instruction) => instruction.word === word)?.rest ?? "";
  return JSON.parse(found.slice(found.indexOf("["))) as string[];
}
