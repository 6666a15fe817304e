// Lists the pictures of the catalogue and the scenes, the most wanted first.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

export const root = join(here, "../..");
const pictures = join(root, "public/pictures");
export const catalogue = join(root, "app/database/demo/products.json");
export const collections = join(root, "app/database/demo/collections.json");

/** Files of square pictures (products, collections) and of the home page's wide ones. */
const square = ["400.avif", "800.avif", "1200.avif", "400.webp", "800.webp", "1200.webp", "800.jpg"];
const wide = ["800.avif", "1600.avif", "800.webp", "1600.webp", "800.jpg", "1600.jpg"];

/**
 * @param name path without width and extension
 * @param files widths and formats
 * @param job input of tools/studio/footwear.py
 */
const picture = (name, files, job, phase, rank = 0) => ({ name, files, job, phase, rank });

/** Phases: 0 cards, 1 home page, 2 cards of other colours, 3 collections, 4 further views. */

/** In the order in which the product's page shows them. */
export const VIEWS = ["three_quarter", "side", "pair", "top", "sole", "detail"];

/**
 * A card of every colour; all views of the first one, side and pair of a best-seller's others.
 * Moulded sandals are too wide for a pair seen from the front.
 */
function ofProducts(products) {
  return products.flatMap((product) =>
    product.colors.flatMap((colour, c) => {
      const options = { ...product.studio, ...colour.studio };
      const others = product.isBestseller ? ["three_quarter", "side", "pair"] : ["three_quarter"];
      const views = c > 0 ? others : VIEWS;
      const rank = product.isBestseller ? 0 : product.isNew ? 1 : 2;
      return views
        .filter((view) => view !== "pair" || options.bed !== "eva")
        .map((view, v) =>
          picture(
            `${product.slug}/${colour.slug}-${view}`,
            square,
            { ...options, view },
            v > 0 ? 4 : c === 0 ? 0 : 2,
            rank,
          ),
        );
    }),
  );
}

/** The shoes of a scene; the two of a pair stand side by side, turned out a little. */
function stand(products, items) {
  return items.flatMap(({ shoe, pair, x, y, heading, scale = 1, ...more }) => {
    const [slug, colourSlug] = (shoe ?? pair).split("/");
    const product = products.find((candidate) => candidate.slug === slug);
    const colour = product?.colors.find((candidate) => candidate.slug === colourSlug);
    if (!colour) throw new Error(`a scene shows ${shoe ?? pair}, which the catalogue does not have`);
    const options = { ...product.studio, ...colour.studio };
    if (shoe) return [{ ...options, x, y, heading, scale, ...more }];
    const angle = (heading * Math.PI) / 180;
    const apart = 6.2 * scale * (options.kids ? 1.1 : 1);
    return [1, -1].map((side) => ({
      ...options,
      x: x + side * apart * Math.sin(angle),
      y: y - side * apart * Math.cos(angle) + (side < 0 ? 1.5 : 0),
      heading: heading - side * 3,
      left: side < 0,
      scale,
      ...more,
    }));
  });
}

/** Three shoes side by side, the first in front, for a collection. */
const row = (shoes) => shoes.map((shoe, i) => ({ shoe, x: 9 * i, y: 10.6 * i, heading: -40 }));

/** The pictures of scenes.json: wide for the home page, square for collections. */
function ofScenes(products, { heroes, collections }) {
  const scene = (name, files, { width, height, stand: items, ...rest }, phase) => {
    const job = { size: width, height, ...rest, shoes: stand(products, items) };
    return { ...picture(`scenes/${name}`, files, job, phase), shoes: job.shoes.length };
  };
  const collection = (shoes) => ({
    width: 1200,
    height: 1200,
    box: [0.07, 0.1, 0.93, 0.9],
    elevation: 32,
    stand: row(shoes),
  });
  return [
    ...Object.entries(heroes).map(([name, hero]) => scene(`hero-${name}`, wide, hero, 1)),
    ...Object.entries(collections).map(([slug, shoes]) => scene(`collection-${slug}`, square, collection(shoes), 3)),
  ];
}

export function wanted() {
  const products = read(catalogue);
  return [...ofProducts(products), ...ofScenes(products, read(join(here, "scenes.json")))].sort(
    (a, b) => a.phase - b.phase || a.rank - b.rank,
  );
}

export const fileOf = (name, file) => join(pictures, `${name}-${file}`);
export const isMissing = ({ name, files }) => files.some((file) => !existsSync(fileOf(name, file)));
