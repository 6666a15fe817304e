import { readFile } from "node:fs/promises";
import { join } from "node:path";
import postcss from "postcss";
import imports from "postcss-import";
import tailwindcss from "tailwindcss";
import config from "../../../tailwind.config";

const root = join(import.meta.dirname, "../../..");

/** @returns the classes that the rules of a style sheet are for, which those in `:not()` are not */
function classesIn(css: string): Set<string> {
  const classes = new Set<string>();
  postcss.parse(css).walkRules(({ selector }) => {
    for (const [, name = ""] of selector.replace(/:not\([^)]*\)/g, "").matchAll(/\.((?:\\.|[\w-])+)/g))
      classes.add(name.replace(/\\(.)/g, "$1"));
  });
  return classes;
}

let whole: Promise<Set<string>> | undefined;

/** @returns the classes of which some page has a rule */
async function everyClass(): Promise<Set<string>> {
  const from = join(root, "app/styles.css");
  const { css } = await postcss([imports(), tailwindcss(config)]).process(await readFile(from), { from });
  return classesIn(css);
}

const entities: Record<string, string> = { amp: "&", gt: ">", lt: "<", quot: '"', "#x27": "'" };

/** @returns the page's classes of which another page's style sheet has a rule, and its own none */
export async function unstyledClasses(html: string): Promise<string[]> {
  whole ??= everyClass();
  const all = await whole;
  const own = classesIn([...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join("\n"));
  const used = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) =>
    names.replace(/&(amp|gt|lt|quot|#x27);/g, (_, name: string) => entities[name] ?? "").split(/\s+/),
  );
  return [...new Set(used)].filter((name) => all.has(name) && !own.has(name));
}
