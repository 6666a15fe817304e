import { createServer } from "node:http";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { fetchPicture } from "~/pictures/fetch.server";
import { pictureName, readPicture, sourceOf } from "~/pictures/image-store.server";
import type { RemoteShop, RemoteShopOptions } from "~/shop/remote/index.server";
import type { FakePicture } from "../support/fakes/fake-api";
import { closed, listening } from "../support/fakes/fake-server";
import { claiming } from "../support/fakes/huge-pictures";
import { remoteShops } from "../support/fakes/remote-shop";

/** Another API's pictures, from this shop's store without waiting (P-7, decision 036). */

const DAY = 24 * 60 * 60 * 1000;

const remote = await remoteShops();
const { fake } = remote;
let png: Buffer;

const opened = (pictures: RemoteShopOptions["pictures"] = {}) =>
  remote.opened(fake, { pictures: { bounds: { bytes: 1_000_000, milliseconds: 400, redirections: 3 }, ...pictures } });

beforeAll(async () => {
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#2b5f95" } })
    .png()
    .toBuffer();
});

/** The first product has these, and nothing else has any. */
function show(images: unknown[], changes: object = {}): void {
  const [product] = fake.catalogue.products as object[];
  fake.catalogue.products = [{ ...product, images, ...changes }];
}
/** A picture that comes when it is sent. */
function held(): { picture: Promise<Buffer>; send: () => void } {
  let send = () => {};
  const picture = new Promise<Buffer>((resolve) => {
    send = () => resolve(png);
  });
  return { picture, send: () => send() };
}
const put = (path: string, picture: FakePicture) => fake.pictures.set(path, picture);
const srcOf = (path: string) => sourceOf(pictureName(`${fake.url}${path}`));
const asked = (start: string) => fake.calls.map(({ path }) => path).filter((path) => path.startsWith(start));
const sources = async (shop: RemoteShop) =>
  (await shop.catalogue.product("p1"))?.pictures.map(({ src, alt }) => [src, alt]);
const arrives = async (shop: RemoteShop, ...expected: string[]) => {
  const now = async () => (await sources(shop))?.map(([src]) => src);
  await expect.poll(now, { timeout: 30_000, interval: 50 }).toEqual(expected);
};

it("pictures of goods, collections, categories and the home page come once the catalogue is there, each once", async () => {
  const HEX = "64f1c0ffee64f1c0ffee64f1.png";
  const [first, second, category, slide] = [`/uploads/content/${HEX}`, "/uploads/2.png", "/c/c.png", "/uploads/s.png"];
  const imported = `/pictures/import/${"a".repeat(32)}-800.jpg`;
  const { picture, send } = held();
  put(slide, picture);
  for (const path of [first, second, category, imported]) put(path, png);
  const images = [
    { url: HEX, alt: "De face" },
    `${fake.url}${second}`,
    "https://api.example/pictures/boston-daim/taupe-face-800.jpg",
    `http://localhost:4000${imported}`,
  ];
  show(images);
  fake.catalogue.categories = [{ id: "c1", slug: "femmes", name: "Femmes", image: `${fake.url}${category}` }];
  fake.catalogue.collections = [{ id: "g1", slug: "premium", name: "Premium", heroImage: `${fake.url}${category}` }];
  fake.catalogue.sections = [
    { id: "s1", type: "hero", title: "De l'API", content: { slides: [{ title: "Une", image: slide }] } },
  ];
  const shop = await opened({ bounds: undefined });
  expect(await shop.sync.refresh()).toBe(true);
  await expect.poll(() => asked(slide)).toHaveLength(1);
  // While the first one does not come there is the catalogue, with what this shop has anyway.
  expect(await sources(shop)).toEqual([["boston-daim/taupe-face", "Modèle p1"]]);
  expect(await shop.catalogue.collections()).toMatchObject([{ id: "g1", productCount: 1 }]);
  // Prices may change meanwhile.
  show(images, { price: 5_500 });
  await shop.sync.refreshProducts(["p1"]);
  send();
  await arrives(shop, srcOf(first), srcOf(second), "boston-daim/taupe-face", srcOf(imported));
  expect(await shop.catalogue.product("p1")).toMatchObject({
    price: 5_500,
    picture: { src: srcOf(first), alt: "De face" },
  });
  expect((await shop.catalogue.list({ sort: "nouveautes", page: 1 })).products).toMatchObject([
    { picture: { src: srcOf(first) } },
  ]);
  expect(await shop.catalogue.categories()).toMatchObject([{ image: srcOf(category) }]);
  expect(await shop.catalogue.collections()).toMatchObject([{ image: srcOf(category) }]);
  expect(await shop.content.homeSections()).toMatchObject([{ content: { slides: [{ image: srcOf(slide) }] } }]);
  for (const path of [first, second, category, slide, imported])
    for (const file of ["400.avif", "1200.webp", "800.jpg"])
      expect(await readPicture(remote.folder, `${srcOf(path)}-${file}`), path).toBeDefined();
  expect(asked("/api/categories")).toHaveLength(1);
  // Neither the next sync nor the next start requests any again.
  for (const again of [shop, await opened()]) {
    expect(await again.sync.refresh()).toBe(true);
    await arrives(again, srcOf(first), srcOf(second), "boston-daim/taupe-face", srcOf(imported));
  }
  for (const path of [first, second, category, slide, imported]) expect(asked(path), path).toHaveLength(1);
  expect(remote.logged).toEqual([]);
});

it("one that cannot be had leaves the others, is logged once, and is asked for again a day later", async () => {
  put("/uploads/html.png", "html");
  put("/uploads/lie.png", Buffer.from("<h1>no picture</h1>"));
  put("/uploads/large.png", "50 MB");
  put("/uploads/huge.png", await claiming("png"));
  put("/uploads/good.png", png);
  const wrong = ["nowhere", "html", "lie", "large", "huge"].map((name) => `/uploads/${name}.png`);
  show([...wrong.map((path) => `${path}?key=secret`), "/uploads/good.png", "/images/logo.png", "   "]);
  const shop = await opened();
  await shop.sync.refresh();
  await arrives(shop, srcOf("/uploads/good.png"));
  await shop.sync.refresh();
  const reasons = [
    "réponse 404",
    "une page au lieu d'une image",
    "ce n'est pas une image lisible",
    "plus de 1 Mo",
    "plus de 40 millions de pixels",
  ];
  expect(remote.logged).toEqual(
    wrong.map((path, index) => `Image de l'API, ${fake.url}${path}\u00a0: ${reasons[index]}`),
  );
  for (const path of wrong) expect(asked(path), path).toHaveLength(1);
  remote.clock += DAY;
  put("/uploads/html.png", png);
  await shop.sync.refresh();
  await arrives(shop, srcOf("/uploads/html.png?key=secret"), srcOf("/uploads/good.png"));
  // One that has arrived is shown while those after it are asked for.
  for (const path of wrong) await expect.poll(() => asked(path), { message: path }).toHaveLength(2);
});

it("an API that has its answers and not its pictures is asked for three, and for the others the next time", async () => {
  const paths = [1, 2, 3, 4, 5].map((index) => `/uploads/${index}.png`);
  for (const path of paths) put(path, path.includes("2") ? "500" : "silent");
  put("/uploads/5.png", png);
  show(paths);
  const shop = await opened();
  expect(await shop.sync.refresh()).toBe(true);
  await expect.poll(() => remote.logged.length, { timeout: 10_000 }).toBe(3);
  // Longer than the pause between two.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked("/uploads/4.png")).toEqual([]);
  await shop.sync.refresh();
  await arrives(shop, srcOf("/uploads/5.png"));
  for (const path of paths) expect(asked(path), path).toHaveLength(1);
  // Unanswered requests are repeated sooner than those for what is no picture.
  remote.clock += DAY / 24;
  put("/uploads/2.png", png);
  await shop.sync.refresh();
  await arrives(shop, srcOf("/uploads/2.png"), srcOf("/uploads/5.png"));
});

it("nobody of the own network is asked but the API, whatever it names and redirects to", async () => {
  const visits: string[] = [];
  const inside = createServer((request, response) => {
    visits.push(request.url ?? "");
    if (request.url === "/back") response.writeHead(302, { location: `${fake.url}/uploads/good.png` }).end();
    else response.writeHead(200, { "content-type": "image/png" }).end(png);
  });
  const at = await listening(inside, "127.0.0.2");
  try {
    expect((await fetch(`${at}/seen`)).status).toBe(200);
    put("/uploads/away.png", { to: `${at}/away.png` });
    put("/uploads/safe.png", { to: `${at.replace("http:", "https:")}/safe.png` });
    put("/uploads/moved.png", { to: "/uploads/good.png" });
    put("/uploads/good.png", png);
    const others = [
      `${at}/1.png`,
      `${at.replace("http:", "https:")}/2.png`,
      "file:///etc/passwd",
      `${fake.url}0/3.png`,
    ];
    show([...others, "/uploads/away.png", "/uploads/safe.png", "/uploads/moved.png"]);
    const shop = await opened();
    await shop.sync.refresh();
    await arrives(shop, srcOf("/uploads/moved.png"));
    expect(visits).toEqual(["/seen"]);
    const told = remote.logged.join("\n");
    for (const path of ["/1.png", "/away.png"])
      expect(told).toContain(`${path}\u00a0: adresse en http, seul https est suivi`);
    // Nor is the API requested after a redirect.
    const network = { protocols: ["http:"], isAllowed: (address: string) => address === "127.0.0.2", own: fake.url };
    expect(await fetchPicture(`${at}/seen`, network)).toEqual(png);
    await expect(fetchPicture(`${at}/back`, network)).rejects.toThrow("adresse d'un réseau interne");
    for (const path of ["/2.png", "/safe.png"]) expect(told).toContain(`${path}\u00a0: adresse d'un réseau interne`);
  } finally {
    await closed(inside);
  }
});

it("two processes have the same image store, and neither takes away what the other has told since", async () => {
  put("/uploads/1.png", png);
  show(["/uploads/1.png"]);
  const { picture, send } = held();
  put("/uploads/2.png", picture);
  fake.catalogue.collections = [{ id: "g1", slug: "premium", name: "Premium", image: "/uploads/2.png" }];
  const [one, other] = [await opened({ bounds: undefined }), await opened({ bounds: undefined })];
  expect(await one.sync.refresh()).toBe(true);
  await expect.poll(() => asked("/uploads/2.png").length).toBe(1);
  // The other process has read what the first has not.
  show(["/uploads/1.png"], { price: 4_000 });
  expect(await other.sync.refresh()).toBe(true);
  send();
  for (const shop of [one, other]) await arrives(shop, srcOf("/uploads/1.png"));
  await expect
    .poll(() => one.catalogue.collections(), { timeout: 10_000 })
    .toMatchObject([{ image: srcOf("/uploads/2.png") }]);
  expect(await one.catalogue.product("p1")).toMatchObject({ price: 4_000 });
  for (const shop of [other, one]) expect(await shop.sync.refresh()).toBe(true);
  await arrives(one, srcOf("/uploads/1.png"));
  expect(remote.logged).toEqual([]);
});

it("a disk that is nearly full is the orders'", async () => {
  put("/uploads/1.png", png);
  show(["/uploads/1.png"]);
  const shop = await opened({ spare: Number.POSITIVE_INFINITY });
  expect(await shop.sync.refresh()).toBe(true);
  await expect.poll(() => remote.logged).toEqual(["Images de l'API\u00a0: le disque de DATA_DIR est presque plein"]);
  expect(asked("/uploads")).toEqual([]);
  expect(await shop.catalogue.product("p1")).toMatchObject({ id: "p1", pictures: [] });
});
