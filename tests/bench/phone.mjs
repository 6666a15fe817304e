import { chromium } from "playwright";
import { findHeadless } from "../../tools/programs.mjs";
import { median, print, table, verdict, whole } from "./report.mjs";
import { startShop } from "./servers.mjs";

/**
 * The shop on a cheap phone, 360 × 740: how soon a press shows, how long tasks are, and what pages
 * weigh. Chromium slows its processor and line down (CDP); 16 is Lighthouse's 'low end'.
 */

const SLOWER = [6, 16];
/** Milliseconds: of the median and of the worst press, of the longest task, of blocking. */
const TO_REACH = {
  6: { inp: 150, worst: 200, task: 150, blocking: 200 },
  16: { inp: 300, worst: 300, task: 400, blocking: Number.POSITIVE_INFINITY },
};
/** Bytes: a first visit with an order, the same under Save-Data, the second visit. */
const MOST_BYTES = { first: 260_000, saving: 190_000, second: 35_000 };

const PRODUCT = "/product/boston-santa-cruz";
const VIEW = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** In bytes a second and milliseconds. */
const LINE = { offline: false, downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 150 };

const byName = (role, name) => (page) => page.getByRole(role, { name }).first();
const byLabel = (label) => (page) => page.getByLabel(label, { exact: true });
/** As a finger does: what Playwright looks up in the page for a tap would count as the shop's. */
const tap = (find) => async (page) => {
  await find(page).tap({ trial: true });
  const { x, y, width, height } = await find(page).boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
};
const type = (label, text) => async (page) => {
  await tap(byLabel(label))(page);
  await page.keyboard.type(text);
};

/** By keys, as the list of a phone chooses: a script's choice is no press to the browser. */
const choose = (label, text) => async (page) => {
  await byLabel(label)(page).focus();
  await page.keyboard.type(text);
};

/** Presses by page; each is made on the page as the ones before have left it. */
const PRESSES = [
  [
    "/",
    {
      menu: tap((page) => page.locator("[data-panel=menu]:visible").first()),
      "menu, closed": (page) => page.keyboard.press("Escape"),
      search: tap((page) => page.locator("[data-panel=search]:visible").first()),
      "search, closed": (page) => page.keyboard.press("Escape"),
      theme: tap((page) => page.locator("button[name=theme]:visible").first()),
    },
  ],
  [
    "/shop",
    {
      heart: tap((page) => page.locator(".heart button").first()),
      filter: tap((page) => page.locator("[data-panel=refine]:visible").first()),
      // Of the sheet, or of the unfolded panel where the sheet's script took too long.
      "filter, a size": tap((page) => page.locator("#affiner label:visible").first()),
    },
  ],
  [
    PRODUCT,
    {
      colour: tap((page) => page.getByRole("group", { name: "Couleur" }).locator("label").nth(1)),
      size: tap((page) => page.getByRole("group", { name: "Pointure" }).locator("label:has(:enabled)").last()),
      add: tap(byName("button", "Ajouter au panier")),
      "drawer, closed": (page) => page.keyboard.press("Escape"),
      "last name, typed": type("Nom", "Benali"),
      "first name, typed": type("Prénom", "Samira"),
      wilaya: choose("Wilaya", "31"),
      commune: choose("Commune", "arz"),
    },
  ],
  [
    "/cart",
    {
      "one more": tap(byName("button", /^Augmenter la quantité/)),
      "one less": tap(byName("button", /^Diminuer la quantité/)),
    },
  ],
  [
    "/checkout",
    {
      "last name, typed": type("Nom", "Benali"),
      wilaya: choose("Wilaya", "16"),
    },
  ],
];

/** Of these, the ones that are made again as soon as they can be, while the page loads. */
const EARLY = [
  ["/", "menu"],
  ["/", "search"],
  ["/shop", "filter"],
  [PRODUCT, "colour"],
  [PRODUCT, "size"],
  [PRODUCT, "last name, typed"],
];

/** Runs before the page's own scripts: notes long tasks, and how long presses take to show. */
function observe() {
  const seen = { tasks: [], presses: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId, name } of list.getEntries())
      if (interactionId || name === "change" || name === "input") seen.presses.push(duration);
  }).observe({ type: "event", buffered: true, durationThreshold: 16 });
}

async function openPhone(browser, shop, slower, savesData = false) {
  const context = await browser.newContext({ ...VIEW, baseURL: shop.url });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (savesData) await saveData(session);
  if (slower > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(observe);
  return { context, page, session };
}

/** As a browser that saves data: for scripts, and in each request, also after a redirection. */
async function saveData(session) {
  await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const headers = Object.entries({ ...request.headers, "Save-Data": "on" }).map(([name, value]) => ({ name, value }));
    // A page that was left meanwhile needs no answer.
    session.send("Fetch.continueRequest", { requestId, headers }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
}

async function longestPress(page) {
  // What is fetched for it comes later, and is drawn then.
  await page.waitForTimeout(1_500);
  return Math.max(0, ...(await page.evaluate(() => window.seen.presses)));
}

/** @returns milliseconds until each press showed, and of each page's tasks */
async function pressThrough(browser, shop, slower) {
  const { context, page, session } = await openPhone(browser, shop, slower);
  await session.send("Network.emulateNetworkConditions", LINE);
  const presses = {};
  const pages = {};
  for (const [path, actions] of PRESSES) {
    await page.goto(path, { waitUntil: "load" });
    await page.locator("html[data-scripts=on]").waitFor();
    await page.waitForTimeout(500);
    const tasks = await page.evaluate(() => window.seen.tasks);
    const blocking = tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0);
    pages[path] = { longest: Math.max(0, ...tasks), blocking };
    for (const [name, act] of Object.entries(actions)) {
      await page.evaluate(() => {
        window.seen.presses.length = 0;
      });
      await act(page);
      presses[`${path} ${name}`] = await longestPress(page);
    }
  }
  for (const [path, name] of EARLY) {
    await session.send("Network.clearBrowserCache");
    await page.goto(path, { waitUntil: "commit" });
    await Object.fromEntries(PRESSES)[path][name](page);
    presses[`${path} ${name}, while it loads`] = await longestPress(page);
  }
  await context.close();
  return { presses, pages };
}

/**
 * Home, list, product, an order, pictures scrolled into sight.
 * @param phone of the order: another one each time, or the shop asks whether it is the same order
 * @returns bytes on the wire
 */
async function weighVisit({ page, session }, phone) {
  let bytes = 0;
  const count = ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  };
  session.on("Network.loadingFinished", count);
  for (const path of ["/", "/shop", PRODUCT]) {
    await page.goto(path, { waitUntil: "load" });
    for (let y = 0; y < 8; y += 1) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(150);
    }
  }
  if (phone) {
    const texts = { Nom: "Benali", Prénom: "Samira", Téléphone: phone, Adresse: "12, rue Larbi" };
    for (const [label, text] of Object.entries(texts)) await byLabel(label)(page).fill(text);
    await byLabel("Wilaya")(page).selectOption("31");
    const commune = page.locator('option[value="3101"]');
    const button = page.getByRole("button", { name: "Afficher les communes" });
    // Without scripts the button brings the communes.
    await Promise.race([
      commune.waitFor({ state: "attached" }),
      button.waitFor({ state: "visible" }).then(() => button.click()),
    ]).catch(() => undefined);
    await commune.waitFor({ state: "attached" });
    await byLabel("Commune")(page).selectOption("3101");
    await page.waitForTimeout(500);
    await page.getByRole("button", { name: "Commander maintenant" }).click();
    await page.waitForURL(/\/commande\//);
    await page.waitForLoadState("load");
  }
  await page.waitForTimeout(500);
  session.off("Network.loadingFinished", count);
  return bytes;
}

export async function phoneSection({ quick }) {
  const browser = await chromium.launch({
    executablePath: findHeadless(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const shop = await startShop();
  try {
    print("## On a cheap phone\n");
    for (const slower of SLOWER) {
      const runs = [];
      for (let run = 0; run < (quick ? 1 : 5); run += 1) runs.push(await pressThrough(browser, shop, slower));
      report(slower, runs);
    }
    const visitor = await openPhone(browser, shop, 1);
    const bytes = { first: await weighVisit(visitor, "0550123456"), second: await weighVisit(visitor) };
    await visitor.context.close();
    const saver = await openPhone(browser, shop, 1, true);
    bytes.saving = await weighVisit(saver, "0550123457");
    await saver.context.close();
    const names = { first: "first, with an order", saving: "first, Save-Data", second: "second" };
    const rows = Object.entries(names).map(([key, name]) => [
      name,
      whole(bytes[key]),
      whole(MOST_BYTES[key]),
      verdict(bytes[key] <= MOST_BYTES[key]),
    ]);
    table(["visit: home, list, product", "bytes", "to reach", ""], rows);
  } finally {
    await browser.close();
    await shop.stop();
  }
}

function report(slower, runs) {
  const { inp, worst, task, blocking } = TO_REACH[slower];
  const row = (name, values, most, mostWorst) => [
    name,
    whole(median(values)),
    `${whole(Math.min(...values))} to ${whole(Math.max(...values))}`,
    verdict(median(values) <= most && Math.max(...values) <= mostWorst),
  ];
  const presses = Object.keys(runs[0].presses).map((name) =>
    row(
      name,
      runs.map((one) => one.presses[name]),
      inp,
      worst,
    ),
  );
  table([`until a press shows, ${slower} × slower, ms (${inp}, at worst ${worst})`, "median", "range", ""], presses);
  const pages = Object.keys(runs[0].pages).flatMap((path) => [
    row(
      `${path}, longest task`,
      runs.map(({ pages }) => pages[path].longest),
      task,
      Number.POSITIVE_INFINITY,
    ),
    row(
      `${path}, blocking`,
      runs.map(({ pages }) => pages[path].blocking),
      blocking,
      Number.POSITIVE_INFINITY,
    ),
  ]);
  table([`while a page loads, ${slower} × slower, ms (${task}, ${blocking})`, "median", "range", ""], pages);
}
