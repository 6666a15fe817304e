// Tells the catalogue which pictures there are: the `views` of a colour in products.json and the `image` of a collection in
// collections.json are those whose files all exist.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { catalogue, collections, isMissing, wanted } from "./wanted.mjs";

/** Only the lines of `views` change, so that the rest of the file stays as it was written. */
export function tellCatalogue() {
  const text = readFileSync(catalogue, "utf8");
  const made = new Set(
    wanted()
      .filter((picture) => !isMissing(picture))
      .map(({ name }) => name),
  );
  const all = ["three_quarter", "side", "pair", "detail"];
  const lines = JSON.parse(text).flatMap((product) =>
    product.colors.map((colour) => {
      const views = all.filter((view) => made.has(`${product.slug}/${colour.slug}-${view}`));
      return `"views": [${views.map((view) => JSON.stringify(view)).join(", ")}]`;
    }),
  );
  const told = text.replace(/"views": \[[^\]]*\]/g, () => lines.shift());
  if (lines.length) throw new Error("a colour in products.json has no views");
  if (told !== text) writeFileSync(catalogue, told);
  tellCollections(made);
}

function tellCollections(made) {
  const text = readFileSync(collections, "utf8");
  const told = JSON.parse(text).map(({ image, ...collection }) => {
    const scene = `scenes/collection-${collection.slug}`;
    return made.has(scene) ? { ...collection, image: scene } : collection;
  });
  const written = `${JSON.stringify(told, null, 2)}\n`;
  if (written !== text) writeFileSync(collections, written);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) tellCatalogue();
