import { existsSync } from "node:fs";
import { join } from "node:path";

const app = join(import.meta.dirname, "../../app");

/**
 * What islands need together is one file, so that a first touch waits for one round trip. The rest
 * is divided as it is imported. Packages by name, the shop's own files below app.
 */
const TOGETHER: { name: string; packages?: RegExp; files: string[] }[] = [
  {
    name: "react",
    packages: /commonjsHelpers|\/node_modules\/(?:react|react-dom|scheduler)\//,
    files: ["islands/hydrate.tsx", "components/forms/use-hydrated.ts"],
  },
  {
    name: "form",
    packages: /\/node_modules\/@conform-to\/(?:react|dom)\//,
    files: ["field-specs.ts", "form-fields.tsx", "text-control.tsx", "use-live-form.ts", "validators.ts"].map(
      (file) => `components/forms/${file}`,
    ),
  },
  {
    name: "delivery",
    files: [
      "components/forms/delivery-fields.tsx",
      "components/forms/use-delivery.ts",
      "routes/product/direct-order-fields.tsx",
    ],
  },
  {
    name: "figures",
    files: [
      ...["order/cart", "catalogue/choice", "catalogue/choice-view", "catalogue/size"].map(
        (file) => `domain/${file}.ts`,
      ),
      ...["delivery/delivery", "delivery/delivery-line", "delivery/delivery-view"].map((file) => `domain/${file}.ts`),
      ...["values/money", "values/phone"].map((file) => `domain/${file}.ts`),
      "routes/product/follow-choice.ts",
    ],
  },
];

const files = new Map(TOGETHER.flatMap(({ name, files }) => files.map((file) => [join(app, file), name] as const)));
for (const file of files.keys()) if (!existsSync(file)) throw new Error(`tools/vite/chunks.ts names ${file}.`);

/** @returns the name of the script that holds the module; undefined where Rollup decides */
export const manualChunks = (id: string): string | undefined =>
  files.get(id) ?? TOGETHER.find(({ packages }) => packages?.test(id))?.name;
