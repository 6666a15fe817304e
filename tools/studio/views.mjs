// Writes into products.json (`views`) and collections.json (`image`) which pictures have all files.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { catalogue, collections, isMissing, VIEWS, wanted } from "./wanted.mjs";

/** Changes only the lines of `views`, so that the rest of the file stays as written. */
export function updateCatalogue() {
  const text = readFileSync(catalogue, "utf8");
  const made = new Set(
    wanted()
      .filter((picture) => !isMissing(picture))
      .map(({ name }) => name),
  );
  const lines = JSON.parse(text).flatMap((product) =>
    product.colors.map((colour) => {
      const views = VIEWS.filter((view) => made.has(`${product.slug}/${colour.slug}-${view}`));
      return `"views": [${views.map((view) => JSON.stringify(view)).join(", ")}]`;
    }),
  );
  const updated = text.replace(/"views": \[[^\]]*\]/g, () => lines.shift());
  if (lines.length) throw new Error("a colour in products.json has no views");
  if (updated !== text) writeFileSync(catalogue, updated);
  updateCollections(made);
}

function updateCollections(made) {
  const text = readFileSync(collections, "utf8");
  const updated = JSON.parse(text).map(({ image, ...collection }) => {
    const scene = `scenes/collection-${collection.slug}`;
    return made.has(scene) ? { ...collection, image: scene } : collection;
  });
  const written = `${JSON.stringify(updated, null, 2)}\n`;
  if (written !== text) writeFileSync(collections, written);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) updateCatalogue();
