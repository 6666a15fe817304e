import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../..");

/** What browsers are sent beside scripts: rules of style sheets, typefaces, names of places. */
const BESIDE_SCRIPTS = ["node_modules/tailwindcss", "app/components/layout/fonts", "app/courier/table"];
const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(?:licen[cs]e|notice)(?:\.|$)/i;

/** Adds the licences of a build's scripts to /licences.txt, since each asks to come with copies. */
export const licences = (beside = BESIDE_SCRIPTS): Plugin => ({
  name: "licences",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  writeBundle({ dir = "" }, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? Object.entries(file.modules) : [],
    );
    // Of some modules nothing is left.
    const sent = modules.filter(([, { renderedLength }]) => renderedLength > 0);
    const packages = new Set(sent.flatMap(([id]) => PACKAGE.exec(id)?.[1] ?? []));
    for (const folder of [...beside.map((path) => join(root, path)), ...packages]) {
      const files = readdirSync(folder).filter((name) => LICENCE.test(name));
      if (files.length === 0) throw new Error(`${folder} has no licence to send with it.`);
      const texts = files.map((name) => readFileSync(join(folder, name), "utf8").trim());
      appendFileSync(join(dir, "licences.txt"), [folder.split("node_modules/")[1] ?? "", ...texts, "\n"].join("\n\n"));
    }
  },
});
