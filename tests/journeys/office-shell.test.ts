import { describe, expect, it } from "vitest";
import { goesThrough } from "../support/browser/focus";
import { staffWindows } from "../support/browser/office-sign-in";
import { fillJournal } from "../support/browser/office-states";
import { begun, cutOff, holdScripts, openBegun, withInjected } from "../support/browser/scripts";
import { translate } from "../support/browser/torn-page-faults";
import { signInStaff } from "../support/http/staff";
import { shopWithVisitors } from "../support/shop/served-shop";
import { runIn } from "../support/shop/stored";

/** The shell of the back office in a browser: header, Remix' router, and what is left without. */

const { shop, visitor } = shopWithVisitors();

const staffWindow = staffWindows(shop, visitor);

/** Addresses that the page asks for, from now on. */
function asked(page: Awaited<ReturnType<typeof staffWindow>>["page"]): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  return addresses;
}

describe("with scripts", () => {
  it("is hydrated without a complaint, and a link fetches the next page's data alone", async () => {
    const { page, complaints } = await staffWindow();
    await page.clock.install();
    await openBegun(page, "/gestion/journal?objet=message");
    const requests = asked(page);
    await page.locator("summary").click();
    await page.getByRole("link", { name: "Sécurité" }).click();
    await page.waitForURL("**/gestion/securite");
    await expect.poll(() => page.title()).not.toMatch(/^Journal/);
    expect(requests.filter((request) => request.startsWith("document"))).toEqual([]);
    expect(requests).toContain("fetch /gestion/securite.data");
    // The page is said, has the focus, and the menu is closed.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("contenu");
    await expect.poll(() => page.locator("[aria-live=polite]").textContent()).toBe(await page.title());
    await page.clock.fastForward(5000);
    await expect.poll(() => page.locator("[aria-live=polite]").textContent()).toBe("");
    expect(await page.locator("details[open]").count()).toBe(0);
    await page.goBack();
    await page.getByRole("heading", { name: "Journal" }).waitFor();
    expect(await page.title()).toBe("Journal – Gestion");
    // An upgrade: the next answer is the new version's, and the link after it loads its scripts.
    const own = await page.evaluate(() => window.__remixManifest.version);
    await page.route("**/*.data*", async (route) => {
      const response = await route.fetch();
      expect(response.headers()["x-office-build"]).toBe(own);
      await route.fulfill({ response, headers: { ...response.headers(), "x-office-build": "another" } });
    });
    for (const type of ["fetch", "document"]) {
      requests.length = 0;
      await page.locator("summary").click();
      await page.getByRole("link", { name: "Sécurité" }).click();
      await page.waitForURL("**/gestion/securite");
      expect(requests.find((request) => request.includes("/securite"))).toMatch(type);
      // The address comes before the page that is drawn for it.
      await expect.poll(() => page.title()).toMatch(/^Sécurité/);
      await page.goBack();
      await page.getByRole("heading", { name: "Journal" }).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it("a filter is an address, by which Back leads to the one before", async () => {
    fillJournal(shop, 60);
    const { page, complaints } = await staffWindow();
    await openBegun(page, "/gestion/journal");
    await page.getByLabel("Quoi").selectOption("Commande");
    await page.getByLabel("Qui").selectOption("Client");
    await page.getByRole("button", { name: "Filtrer" }).click();
    await page.waitForURL(/objet=order/);
    expect(await page.getByLabel("Quoi").inputValue()).toBe("order");
    const first = await page.locator("tbody tr").first().innerText();
    expect(await page.locator("tbody tr").count()).toBe(50);
    await page.getByRole("link", { name: "Suite", exact: true }).click();
    await page.waitForURL(/apres=/);
    await expect.poll(() => page.locator("tbody tr").first().innerText()).not.toBe(first);
    await page.goBack();
    await expect.poll(() => page.locator("tbody tr").first().innerText()).toBe(first);
    await page.goBack();
    await expect.poll(() => page.getByLabel("Quoi").inputValue()).toBe("");
    expect(complaints).toEqual([]);
  });

  it("the theme changes at once and holds; what is typed stays, and the focus is on the other button", async () => {
    const { page, context, complaints } = await staffWindow({ colorScheme: "light" });
    await openBegun(page, "/gestion/commandes");
    const search = page.getByRole("searchbox");
    await search.fill("Benali");
    await page.locator("summary", { hasText: "Menu de" }).click();
    await page.getByRole("button", { name: "Thème sombre" }).click();
    await page.locator("html.dark").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Thème clair");
    expect(await search.inputValue()).toBe("Benali");
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === "theme")).toBe(true);
    await page.reload();
    expect(await page.locator("html").getAttribute("class")).toBe("dark");
    expect(complaints).toEqual([]);
  });

  it("the person's menu closes behind the focus, and on Escape, which gives the focus back", async () => {
    const { page } = await staffWindow();
    await openBegun(page, "/gestion/journal");
    const menu = page.locator("details.menu");
    const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open);
    await menu.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await isOpen()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await isOpen()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
    await page.keyboard.press("Enter");
    expect(await isOpen()).toBe(true);
    await menu.getByRole("button", { name: "Se déconnecter" }).focus();
    await page.keyboard.press("Tab");
    expect(await isOpen()).toBe(false);
  });

  it("hides nothing that has the focus behind its header at 400 % zoom (WCAG 2.4.11)", async () => {
    const { page } = await staffWindow({ viewport: { width: 320, height: 256 } });
    await openBegun(page, "/gestion/stock");
    await goesThrough(page, 12);
  });

  it("survives what extensions and in-app browsers put around it, and keeps what is typed", async () => {
    const { page, complaints } = await staffWindow();
    const inject = () => {
      const put = () => {
        document.documentElement.insertBefore(document.createElement("aside"), document.body);
        document.head.prepend(document.createElement("meta"));
        document.body.prepend(Object.assign(document.createElement("div"), { id: "in-app", textContent: "Ouvrir" }));
        document.body.append(document.createElement("aside"));
      };
      document.addEventListener("readystatechange", put, { once: true });
    };
    await withInjected(page, [inject], async () => {
      await page.goto("/gestion/journal", { waitUntil: "commit" });
      await page.locator("#filtres-numero").fill("WH-12");
      await begun(page);
    });
    expect(await page.locator("#in-app").count()).toBe(1);
    expect(await page.locator("#filtres-numero").inputValue()).toBe("WH-12");
    await page.getByRole("button", { name: "Filtrer" }).click();
    await page.waitForURL(/numero=WH-12/);
    await page.getByText("Rien ne correspond à ces filtres.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("keeps what was typed before its scripts came, and where, on a page that a translator had altered", async () => {
    const { page, context } = await staffWindow();
    const release = await holdScripts(context);
    await page.addInitScript(translate);
    await page.goto("/gestion/journal", { waitUntil: "commit" });
    const number = page.locator("#filtres-numero");
    await number.pressSequentially("WH-12");
    await number.press("ArrowLeft");
    await page.locator("main font").first().waitFor();
    const altered = await number.elementHandle();
    release();
    await begun(page);
    expect(await altered?.evaluate((field) => field.isConnected)).toBe(false);
    await page.keyboard.type("3");
    expect(await number.inputValue()).toBe("WH-132");
  });

  it("a translated page says what a press of it changed (T-11)", async () => {
    const { id } = await signInStaff(shop, { role: "caller", name: "Karim" });
    const { page, complaints } = await staffWindow();
    await openBegun(page, "/gestion/equipe");
    await page.evaluate(translate);
    const karim = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Karim" }) });
    const role = async () => /, (Confirmation|Préparation)\n/.exec(await karim.innerText())?.[1];
    expect(await role()).toBe("Confirmation");
    await karim.locator("summary").first().click();
    await page.locator(`#role-${id}-role`).selectOption("Préparation");
    await karim.getByRole("button", { name: "Changer le rôle" }).click();
    await page.getByRole("status").first().waitFor();
    expect(await role()).toBe("Préparation");
    expect(complaints).toEqual([]);
  });

  it("is hydrated also where somebody presses something in that very moment", async () => {
    const { page, complaints } = await staffWindow();
    const pressAtOnce = () => {
      const { addEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (...rest) {
        // React listens: it has begun, and has rendered nothing yet.
        if (this instanceof HTMLElement && this.id === "app") {
          EventTarget.prototype.addEventListener = addEventListener;
          queueMicrotask(() => document.querySelector("h1")?.click());
        }
        return addEventListener.apply(this, rest);
      };
    };
    await withInjected(page, [pressAtOnce], async () => {
      await openBegun(page, "/gestion/journal");
    });
    expect(complaints).toEqual([]);
  });

  it("keeps the page and what is typed while the line is down", async () => {
    const { page, context } = await staffWindow();
    await openBegun(page, "/gestion/journal");
    await page.getByLabel(/^Numéro/).fill("WH-77");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Filtrer" }).click();
    await page.getByRole("alert").getByText("La connexion est coupée.").waitFor();
    expect(await page.getByLabel(/^Numéro/).inputValue()).toBe("WH-77");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Filtrer" }).click();
    await page.waitForURL(/numero=WH-77/);
    await expect.poll(() => page.getByRole("alert").textContent()).toBe("");
    // A proxy whose shop is away.
    await context.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
    await page.getByRole("link", { name: "Tout le journal" }).click();
    await page.getByRole("alert").getByText("La connexion est coupée.").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Journal");
  });

  it("shows errors of a page in the shell, from which one gets on", async () => {
    const { page } = await staffWindows(shop, visitor, { role: "packer" })();
    await openBegun(page, "/gestion/journal");
    await page.getByRole("heading", { name: "Page introuvable" }).waitFor();
    expect(await page.title()).toBe("Page introuvable – Gestion");
    // What this role may not is not shown either.
    await page.locator("summary").click();
    expect(await page.locator("header a").allInnerTexts()).toEqual([
      "Aujourd'hui",
      "Commandes",
      "Sécurité",
      "Voir la boutique",
    ]);
  });
});

describe("single keys", () => {
  it("are listed by a question mark, but not while somebody types", async () => {
    const { page } = await staffWindow();
    await openBegun(page, "/gestion/journal");
    await page.locator("#filtres-numero").press("?");
    expect(await page.locator("#filtres-numero").inputValue()).toBe("?");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await page.locator("h1").click();
    await page.keyboard.press("Control+?");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Raccourcis clavier" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });

  it("do nothing where they are switched off", async () => {
    const { page, id } = await staffWindow();
    runIn(shop, "update staff set shortcuts = 0 where id = ?", id);
    await openBegun(page, "/gestion/journal");
    await page.keyboard.press("?");
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });
});

describe("without scripts", () => {
  it.each([
    ["off", { javaScriptEnabled: false }, []],
    // Some arrive, one never does: React begins nothing.
    ["blocked in part", {}, ["*/assets/journal-*.js"]],
    ["without the entry", {}, ["*/assets/entry.office-*.js"]],
  ])("links, menu and forms are the browser's own: %s", async (_, options, blocked) => {
    fillJournal(shop, 60);
    const { page } = await staffWindow({ ...options, viewport: { width: 320, height: 640 } });
    if (blocked.length > 0) await cutOff(page, blocked);
    await page.goto("/gestion/journal");
    await page.waitForLoadState("networkidle");
    const requests = asked(page);
    await page.getByLabel("Quoi").selectOption("Commande");
    await page.getByRole("button", { name: "Filtrer" }).click();
    await page.waitForURL(/objet=order/);
    await page.getByRole("link", { name: "Suite", exact: true }).click();
    await page.waitForURL(/apres=/);
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Se déconnecter" }).click();
    await page.waitForURL("**/gestion/entree");
    expect(requests.filter((request) => request.startsWith("fetch"))).toEqual([]);
    expect(requests.filter((request) => request.startsWith("document")).length).toBeGreaterThan(3);
  });
});
