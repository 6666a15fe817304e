import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsAt } from "../support/browser/axe";
import type { VisitorOptions } from "../support/browser/browser";
import { chooseCommune } from "../support/browser/journeys";
import { someLooks } from "../support/browser/looks";
import { openLive } from "../support/browser/scripts";
import { type Failure, failures, hold } from "../support/shop/failures";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The delivery form's toasts: fee, slow loading, failures (sections 4, 8 and 9; decision 018). */

const { visitor } = shopWithVisitors();

const COMMUNES = "26 communes. Domicile dès 500 DA · Point relais 300 DA";
const FEE = "Livraison à domicile 500 DA, 300 DA au point relais";
const LOADING = "Chargement des communes…";
const USE_BUTTON = "Utilisez le bouton « Afficher les communes ».";
const ADDRESS = "**/livraison?*";

interface Record {
  /** Announcements of live regions. */
  said: string[];
  /** Toasts that appeared, in order. */
  shown: string[];
  /** How many at once. */
  most: number;
}

/** Records announcements and toasts from now on. */
async function recorded(page: Page): Promise<() => Promise<Record>> {
  await page.evaluate(() => {
    const record: Record = { said: [], shown: [], most: 0 };
    const wordsOf = (node: Node) =>
      (node.textContent ?? "")
        .replace("✕", "")
        .replace(/[\u00a0\u202f]/g, " ")
        .trim();
    Object.assign(window, { record });
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes, type } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        for (const node of addedNodes)
          if (node instanceof Element && node.matches(".toast")) record.shown.push(wordsOf(node));
        const heard = [...addedNodes].some((node) => !(node instanceof Element && node.matches("[aria-hidden=true]")));
        const region = element?.closest("[role=status], [role=alert], [aria-live]");
        if (region && !element?.closest("[aria-hidden=true]") && (heard || type === "characterData"))
          regions.add(region);
      }
      for (const region of regions) if (wordsOf(region)) record.said.push(wordsOf(region));
      record.most = Math.max(record.most, document.querySelectorAll(".toast").length);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { record: Record }).record);
}

/** The product's page with its clock stopped: what takes time is let go on by `run`. */
async function stopped(options?: VisitorOptions, prepare?: (page: Page) => Promise<unknown>) {
  const { page } = await visitor(options);
  await prepare?.(page);
  await page.clock.install();
  await openLive(page, "/product/boston-santa-cruz");
  await page.clock.pauseAt(Date.now() + 60_000);
  const record = await recorded(page);
  const run = (milliseconds: number) => page.clock.runFor(milliseconds);
  const choose = (wilaya: string) => page.getByLabel("Wilaya", { exact: true }).selectOption(wilaya);
  return { page, record, run, choose, toast: page.locator(".toast") };
}

type Stopped = Awaited<ReturnType<typeof stopped>>;

/** Oran's communes are there, and nothing was slow. */
async function withCommunes({ page, run, choose }: Stopped): Promise<void> {
  await choose("31");
  await run(200);
  await page.getByText(/^\d+ communes\. Domicile/).waitFor();
}

/** Waits for the form's announcement. */
const said = (page: Page, words: string) => page.locator("form [role=status]").getByText(words).waitFor();

describe("the fee of the chosen commune", () => {
  it("is a toast for 3 s, and is said once, by the form", async () => {
    const there = await stopped();
    const { page, record, run, toast } = there;
    await withCommunes(there);
    expect(await toast.count()).toBe(0);
    const commune = page.getByLabel("Commune", { exact: true });
    await commune.focus();
    await chooseCommune(page, "Oran");
    await run(200);
    await toast.getByText(FEE).waitFor();
    expect(await toast.getAttribute("aria-hidden")).toBe("true");
    expect(await commune.evaluate((list) => list === document.activeElement)).toBe(true);
    await run(2_900);
    expect(await toast.count()).toBe(1);
    await run(200);
    expect(await toast.count()).toBe(0);
    expect(await record()).toEqual({ said: [COMMUNES, FEE], shown: [FEE], most: 1 });
  });

  it("is one toast at a time, and is said of each commune, also where it is the same", async () => {
    const there = await stopped();
    const { page, record, run, toast } = there;
    await withCommunes(there);
    for (const commune of ["Oran", "Bir El Djir", "Oran"]) {
      await chooseCommune(page, commune);
      await run(200);
      await said(page, "Livraison à domicile");
      await toast.waitFor();
    }
    const { said: all, shown, most } = await record();
    expect([all.length, shown, most]).toEqual([4, all.slice(1), 1]);
  });

  it("is not told again when more pairs cost the same", async () => {
    const there = await stopped();
    const { page, record, run, toast } = there;
    await withCommunes(there);
    await chooseCommune(page, "Oran");
    await run(200);
    await toast.waitFor();
    const answered = page.waitForResponse(ADDRESS);
    await page.getByRole("button", { name: "Augmenter la quantité" }).click();
    await run(200);
    await (await answered).finished();
    await run(3_000);
    expect((await record()).shown).toEqual([FEE]);
    expect((await record()).said.filter((words) => words === FEE)).toHaveLength(1);
  });

  it("is no toast on a phone, where it would cover the form that says it", async () => {
    const there = await stopped({ phone: true });
    const { page, record, run } = there;
    await withCommunes(there);
    await chooseCommune(page, "Oran");
    await run(200);
    await said(page, FEE);
    await run(1_000);
    expect(await record()).toEqual({ said: [COMMUNES, FEE], shown: [], most: 0 });
  });

  it("is closed by the pointer, and the focus stays; keys and screen readers pass it by; nothing of it moves", async () => {
    const there = await stopped();
    const { page, run, toast } = there;
    await withCommunes(there);
    const commune = page.getByLabel("Commune", { exact: true });
    await commune.focus();
    await chooseCommune(page, "Oran");
    await run(200);
    await toast.waitFor();
    expect(await toast.evaluate((item) => item.getAnimations({ subtree: true }).length)).toBe(0);
    expect(await page.getByRole("button", { name: "Fermer ce message" }).count()).toBe(0);
    expect(await toast.locator("button").evaluate((button: HTMLButtonElement) => button.tabIndex)).toBe(-1);
    await toast.locator("button").click();
    expect(await toast.count()).toBe(0);
    expect(await commune.evaluate((list) => list === document.activeElement)).toBe(true);
  });

  it("is said where the toast's script does not come", async () => {
    const there = await stopped({}, (page) => page.route(/\/toast-/, failures["is cut off"]));
    const { page, record, run } = there;
    await withCommunes(there);
    await chooseCommune(page, "Oran");
    await run(200);
    await said(page, FEE);
    expect(await record()).toEqual({ said: [COMMUNES, FEE], shown: [], most: 0 });
  });
});

describe("what loads", () => {
  it("is a toast once it takes longer than a second, for as long as it takes, and is said once", async () => {
    const { page, record, run, choose, toast } = await stopped();
    const release = await hold(page, ADDRESS);
    await choose("31");
    await run(990);
    expect(await page.getByRole("status").getByText(LOADING).count()).toBe(0);
    await run(20);
    await toast.getByText(LOADING).waitFor();
    await run(60_000);
    expect(await toast.count()).toBe(1);
    release();
    await said(page, COMMUNES);
    await expect.poll(() => toast.count()).toBe(0);
    expect(await record()).toEqual({ said: [LOADING, COMMUNES], shown: [LOADING], most: 1 });
  });

  it("gives way to the fee, for which the words are others", async () => {
    const there = await stopped();
    const { page, record, run, toast } = there;
    await withCommunes(there);
    const release = await hold(page, ADDRESS);
    await chooseCommune(page, "Oran");
    await run(1_010);
    await toast.getByText("Calcul des frais de livraison…").waitFor();
    release();
    await toast.getByText(FEE).waitFor();
    expect(await record()).toEqual({
      said: [COMMUNES, "Calcul des frais de livraison…", FEE],
      shown: ["Calcul des frais de livraison…", FEE],
      most: 1,
    });
  });

  it("is never shown of what is quicker", async () => {
    const { page, record, run, choose } = await stopped();
    const release = await hold(page, ADDRESS);
    await choose("31");
    await run(990);
    release();
    await said(page, COMMUNES);
    await run(10_000);
    await page.waitForLoadState("networkidle");
    expect(await record()).toEqual({ said: [COMMUNES], shown: [], most: 0 });
  });

  it("has nothing that axe would complain of", async () => {
    const { page } = await visitor();
    await openLive(page, "/product/boston-santa-cruz");
    await page.route(ADDRESS, failures["never answers"]);
    await page.getByLabel("Wilaya", { exact: true }).selectOption("31");
    await page.locator(".toast").waitFor();
    expect(await violationsAt(page, someLooks)).toEqual([]);
    expect(await page.locator(".toast").count()).toBe(1);
  });

  it("goes when nothing is asked for any more", async () => {
    const { page, run, choose, toast } = await stopped();
    await page.route(ADDRESS, failures["never answers"]);
    await choose("31");
    await run(1_010);
    await toast.waitFor();
    await choose("");
    await expect.poll(() => toast.count()).toBe(0);
    expect(await page.getByRole("status").getByText(LOADING).count()).toBe(0);
  });

  it.each<[Failure, string]>([
    ["is cut off", "Impossible de charger les communes"],
    ["answers 503", "Impossible de calculer les frais"],
  ])("gives way to an error for 4 s when it %s: %s", async (how, what) => {
    const there = await stopped();
    const { page, record, run, choose, toast } = there;
    if (what.endsWith("frais")) await withCommunes(there);
    const fail = await hold(page, ADDRESS, failures[how]);
    await (what.endsWith("frais") ? chooseCommune(page, "Oran") : choose("31"));
    await run(1_010);
    await toast.waitFor();
    fail();
    const error = `${what}. ${USE_BUTTON}`;
    await page.locator(".toast-error").getByText(error).waitFor();
    await run(3_900);
    expect(await toast.count()).toBe(1);
    await run(200);
    expect(await toast.count()).toBe(0);
    const { said: all, shown, most } = await record();
    expect([all.slice(-2), shown[1], most]).toEqual([[shown[0], error], error, 1]);
  });
});
