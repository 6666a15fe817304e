import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../..");

/** What browsers are sent beside scripts: rules of style sheets, typefaces, names of places. */
const BESIDE_SCRIPTS = [
  ["tailwindcss", "node_modules/tailwindcss"],
  ["Figtree, Young Serif", "app/components/layout/fonts"],
  ["geoalgeria", "app/courier/table"],
] as const;
const PACKAGE = /^\0?(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const LICENCE = /^(?:licen[cs]e|notice)(?:\.|$)/i;

/**
 * Adds the licences of a build's scripts to /licences.txt, since each asks to come with copies.
 * @param isFirst begins the file, with what comes beside scripts
 */
export const licences = ({ isFirst }: { isFirst: boolean }): Plugin => ({
  name: "licences",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  writeBundle({ dir = "" }, bundle) {
    const file = join(dir, "licences.txt");
    const before = !isFirst && existsSync(file) ? readFileSync(file, "utf8") : "";
    const modules = Object.values(bundle).flatMap((chunk) =>
      chunk.type === "chunk" ? Object.entries(chunk.modules) : [],
    );
    // Of some modules nothing is left.
    const sent = modules.filter(([, { renderedLength }]) => renderedLength > 0);
    const packages = sent.flatMap(([id]) => {
      const [, folder = "", name = ""] = PACKAGE.exec(id) ?? [];
      return name ? [[name, folder] as const] : [];
    });
    const all = new Map([
      ...(isFirst ? BESIDE_SCRIPTS.map(([name, path]) => [name, join(root, path)] as const) : []),
      ...packages,
    ]);
    const added = [...all].map(([name, folder]) => ({ title: `# ${name}\n`, folder }));
    const texts = added
      .filter(({ title }) => !before.includes(title))
      .map(({ title, folder }) => `${title}\n${licencesIn(folder)}\n\n`);
    writeFileSync(file, before + texts.join("\n"));
  },
});

function licencesIn(folder: string): string {
  const files = readdirSync(folder).filter((name) => LICENCE.test(name));
  const texts = files.map((name) => readFileSync(join(folder, name), "utf8").trim());
  // Notices of the project quote the licence.
  const own = (text: string) => text.split("\n").flatMap((line) => (line.startsWith(">") ? [line.slice(2)] : []));
  const licence = texts.map((text) => (folder.includes("node_modules") ? text : own(text).join("\n"))).join("\n\n");
  if (licence === "") throw new Error(`${folder} has no licence to send with it.`);
  return licence;
}
