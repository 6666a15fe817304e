import { describe, expect, it } from "vitest";
import { byStaff, type StaffActor } from "~/domain/office/journal";
import { staffWindows } from "../support/browser/office-sign-in";
import { holdUp, openBegun } from "../support/browser/scripts";
import { signInStaff } from "../support/http/staff";
import { ordersIn } from "../support/shop/office-orders";
import { placed } from "../support/shop/orders";
import { settleParcel } from "../support/shop/parcels";
import { lineTo, shopWithVisitors } from "../support/shop/served-shop";
import { rowsIn, runIn } from "../support/shop/stored";
import { requestFor, setStatus, someone } from "../support/shop/test-shop";

/** Commandes in a browser with scripts; without: tests/contract/office-orders.test.ts. */

const { shop, visitor } = shopWithVisitors();
const orders = ordersIn(shop);
const line = lineTo(shop);
const LIST = "/gestion/commandes";
const pageOf = (number: string) => `${LIST}/${number}`;
const other = byStaff({ id: "autre", name: "Nadia" }) as StaffActor;

/** Of each search the last variant in stock, in the order in which a form has them. */
async function soldLast(...searches: string[]): Promise<string[]> {
  const found = await Promise.all(searches.map((search) => orders.counter.office.productsToSell(search)));
  return found.map(([product]) => product?.variants.filter(({ stock }) => stock > 2).at(-1)?.id ?? "").toSorted();
}

const callerWindow = staffWindows(shop, visitor, { role: "caller", name: "Karim" });
const ownerWindow = staffWindows(shop, visitor);

describe("with scripts", () => {
  it("keys go through the list, choose, open and search; the address holds the filters", async () => {
    const made = [await orders.place({ lastName: "Touches" }), await orders.place({ lastName: "Touches" })];
    const [older, newer] = made.map(({ number }) => number);
    const { page, complaints } = await callerWindow();
    await openBegun(page, LIST);
    await page.keyboard.press("/");
    await page.keyboard.type("touches");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=touches/);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
    await page.locator("h1").click();
    await page.keyboard.press("j");
    await expect.poll(() => page.locator("[aria-current=true]").getAttribute("id")).toBe(`ligne-${newer}`);
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    expect(
      await page.locator("input:checked").evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
    ).toEqual([`${older}:0`]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${pageOf(newer ?? "")}`);
    await page.goBack();
    await expect.poll(() => page.getByLabel(/^Numéro, nom/).inputValue()).toBe("touches");
    expect(complaints.join("\n")).toBe("");
  });

  it("orders that are checked, one or all, go on to what will be done, and back to their list", async () => {
    const { number } = await orders.place({ lastName: "Groupe" });
    const { page } = await callerWindow();
    await openBegun(page, `${LIST}?q=groupe`);
    const box = page.getByLabel(`Choisir la commande ${number}`);
    await box.check();
    const plan = async () => {
      await page.getByRole("button", { name: "Noter" }).click();
      await page.waitForURL(/\/groupe\?/);
      expect(new URL(page.url()).searchParams.getAll("choix")).toEqual([`${number}:0`]);
    };
    for (const wayBack of [() => page.goBack(), () => page.getByRole("link", { name: "Ne rien faire" }).click()]) {
      await plan();
      await wayBack();
      await page.waitForURL(`**${LIST}?q=groupe*`);
      await expect.poll(() => box.isChecked()).toBe(true);
    }
    await box.uncheck();
    await page.getByRole("button", { name: "Tout cocher" }).click();
    expect(await box.isChecked()).toBe(true);
    await page.getByRole("button", { name: "Bons de préparation" }).click();
    await page.getByRole("heading", { name: `Commande ${number}` }).waitFor();
  });

  it("an answer that is interrupted or breaks off halfway leaves the page and what was typed", async () => {
    const { number } = await orders.place();
    const { page, complaints } = await callerWindow();
    await openBegun(page, `${line.url}${pageOf(number)}/modifier`);
    const halfway = async (act: () => Promise<unknown>) => {
      line.fail("endless", (_method, path) => path.includes(".data"), 40);
      const answered = page.waitForResponse((answer) => answer.url().includes(".data"));
      await act();
      await answered;
    };
    await page.getByLabel("Adresse").fill("Cité des Palmiers");
    for (const wilaya of ["31", "16"]) await halfway(() => page.getByLabel("Wilaya").selectOption(wilaya));
    line.cut();
    await page.getByRole("alert").getByText("La connexion est coupée.").waitFor();
    line.restore();
    expect(await page.getByLabel("Adresse").inputValue()).toBe("Cité des Palmiers");
    await page.getByRole("button", { name: "Afficher les communes" }).click();
    await expect.poll(() => page.locator('select[name="commune"] option[value="1601"]').count()).toBe(1);
    expect(complaints.filter((complaint) => !/ERR_CONNECTION_RESET/.test(complaint))).toEqual([]);
  });

  it("a line that another person removed takes no other line's pair with it", async () => {
    const { number } = await orders.place();
    const [gone = "", kept = ""] = await soldLast("ballerine", "babouche");
    await orders.setLines(number, { [gone]: 1, [kept]: 1 });
    const { page } = await callerWindow();
    await openBegun(page, `${pageOf(number)}/modifier`);
    await orders.setLines(number, { [kept]: 1 });
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await page.getByText("a changé depuis que vous l'avez ouverte").waitFor();
    await expect.poll(() => page.getByLabel("Couleur et pointure").count()).toBe(1);
    expect(await page.getByLabel("Couleur et pointure").inputValue()).toBe(kept);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await page.waitForURL(`**${pageOf(number)}`);
    expect(await orders.linesNow(number)).toEqual({ [kept]: 1 });
  });

  it("a note stays while other things are pressed and refused, and is asked about before it is left", async () => {
    const { number } = await orders.place();
    const { page } = await callerWindow();
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      return dialog.dismiss();
    });
    await openBegun(page, pageOf(number));
    const note = page.getByLabel("Note interne");
    await note.fill("À moitié");
    await orders.counter.office.noteOrder(number, { key: "1", text: "Absente" }, other);
    await page.getByRole("button", { name: "Confirmer", exact: true }).click();
    await page.getByText("Vous vouliez : confirmer.").waitFor();
    expect(await page.title()).toMatch(/^Erreur/);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("erreurs");
    expect((await orders.page(number)).order.status).toBe("pending");
    // The page below is that of the order as it is now.
    await page.getByRole("region", { name: "Histoire" }).getByText("Absente").waitFor({ timeout: 5_000 });
    expect(await note.inputValue()).toBe("À moitié");
    await page.getByRole("button", { name: "Le faire quand même" }).click();
    await page.getByText("Commande confirmée.").first().waitFor();
    expect((await orders.page(number)).order.status).toBe("confirmed");
    expect(await note.inputValue()).toBe("À moitié");
    await page.getByRole("link", { name: "Commandes", exact: true }).click();
    await expect.poll(() => asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^Quitter cette page/);
    await page.getByRole("button", { name: "Ajouter la note" }).click();
    await page.getByText("Note ajoutée.").first().waitFor();
    await expect.poll(() => note.inputValue()).toBe("");
    await note.fill("Encore une");
    await page.getByRole("button", { name: "Ajouter la note" }).click();
    await page.getByRole("region", { name: "Histoire" }).getByText("Encore une").waitFor();
    // Stored, nothing is asked about.
    await page.getByRole("link", { name: "Commandes", exact: true }).click();
    await page.waitForURL(`**${LIST}`);
    expect(asked).toHaveLength(1);
  });

  it("a list is as wide as its window, and the note of a row one line, cut at its end", async () => {
    const { number } = await orders.place({ lastName: "Largeur" });
    const notes = ["x".repeat(500), "Ne répond plus. ".repeat(40).trim(), "اتصل بها مساء الغد ".repeat(30).trim()];
    const { page } = await callerWindow();
    for (const text of notes) {
      await orders.counter.office.noteOrder(number, { key: text, text }, other);
      for (const width of [320, 640, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${LIST}?q=largeur`);
        const box = await page.getByText(text).evaluate((note) => {
          const { lineHeight, direction } = getComputedStyle(note);
          const wide = document.documentElement.scrollWidth;
          const lines = note.clientHeight / Number.parseFloat(lineHeight);
          return { lines: Math.round(lines), direction, wide, isCut: note.scrollWidth > note.clientWidth };
        });
        const direction = /[a-z]/.test(text) ? "ltr" : "rtl";
        expect(box, `${width}`).toEqual({ lines: 1, direction, wide: width, isCut: true });
        const columns = await page.locator("thead th").evaluateAll((all) => all.map((cell) => cell.clientWidth));
        // The note is what its column is least for.
        if (width === 1440) expect(Math.max(...columns)).toBeLessThan(600);
      }
    }
  });

  it("a printed list is without its filters", async () => {
    const { number } = await orders.place();
    const { page } = await callerWindow();
    await page.goto(LIST);
    const filters = page.getByText("Filtres", { exact: true });
    expect(await filters.isVisible()).toBe(true);
    await page.emulateMedia({ media: "print" });
    expect(await filters.isVisible()).toBe(false);
    expect(await page.locator("main").innerText()).toContain(number);
  });

  it("a printed order is one column, which Firefox cuts at the page's end", async () => {
    const { number } = await orders.place();
    const { page } = await callerWindow();
    await page.goto(pageOf(number));
    await page.emulateMedia({ media: "print" });
    const columns = page.locator("main .grid").filter({ has: page.locator("#articles") });
    expect(await columns.evaluate((element) => getComputedStyle(element).display)).toBe("block");
  });

  it("the packing slip is black on white, without what is pressed, and an order is one sheet of A4 or A6", async () => {
    const variants = rowsIn<{ id: string; price: number }>(
      shop,
      `select variants.id, price from variants join products on products.id = product_id
           where active = 1 and variants.stock > 3 limit 3`,
    );
    const lines = variants.map(({ id, price }) => ({ variantId: id, quantity: 1, price }));
    const recipient = {
      ...{ ...someone, phone: "0662998877", lastName: "Boukhelifa-Benchaabane", firstName: "Mohamed-Abderrahmane" },
      ...{ address: "7, impasse des Oliviers, bâtiment C12, entrée 3", notes: "Après 18 h, au portail vert" },
    };
    const counter = orders.openCounter(() => new Date(), { connection: {} });
    const made = placed(await counter.orders.place(await requestFor(counter, lines, { recipient })));
    await setStatus(counter, made.number, "confirmed");
    await settleParcel(counter, made.number, { kind: "posted", tracking: "yal-bon", label: `${shop.url}/etiquette` });
    const { page, context } = await callerWindow({ colorScheme: "dark" });
    await openBegun(page, `${pageOf(made.number)}/imprimer`);
    await page.getByRole("link", { name: "Ouvrir l'étiquette" }).waitFor();
    // The line breaks while somebody leaves, and stays.
    await context.setOffline(true);
    await page.getByRole("link", { name: "Retour à la commande" }).click();
    await page.getByRole("alert").getByText("La connexion est coupée.").waitFor();
    await context.setOffline(false);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const shown = await page.locator("#app").innerText();
    for (const missing of ["Aujourd'hui", "Menu de", "Imprimez", "Retour", "La connexion"])
      expect(shown).not.toContain(missing);
    expect(await page.locator("button, summary, main a").filter({ visible: true }).count()).toBe(0);
    expect(shown).toContain("Mohamed-Abderrahmane Boukhelifa-Benchaabane");
    // A second sheet says whose it is, and no fact is cut in two.
    expect(shown).toContain(`DA, n°\u00a0${made.number}`);
    for (const part of await page.locator(".office-slip :is(li, dd)").all())
      expect(await part.evaluate((element) => getComputedStyle(element).breakInside)).toBe("avoid");
    const looks = await page.locator("html, main, main *").evaluateAll((all) =>
      all.map((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return `${color} on ${backgroundColor}`;
      }),
    );
    const paper = "rgb(0, 0, 0) on rgb(255, 255, 255)";
    expect(new Set(looks)).toEqual(new Set([paper, "rgb(0, 0, 0) on rgba(0, 0, 0, 0)"]));
    for (const format of ["A4", "A6"]) {
      const sheets = (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g);
      expect(sheets, format).toHaveLength(1);
    }
  });

  it("several slips are a sheet each, behind one with what is to be taken from the stock", async () => {
    const [one, other] = [await orders.place(), await orders.place()];
    const { page } = await callerWindow();
    const sheets = async (path: string) => {
      await page.goto(path);
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("heading", { name: /^À prendre en rayon/ }).count()).toBe(path.includes("+") ? 1 : 0);
      return (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
    };
    expect(await sheets(`${LIST}/bons?choix=${one.number}:0+${other.number}:0`)).toBe(3);
    expect(await sheets(`${LIST}/bons?choix=${one.number}:0`)).toBe(1);
  });

  it("the buttons that follow an answer settle after each, in an order and in lists", async () => {
    const { number } = await orders.place();
    for (const subject of ["Un", "Deux", "Trois"]) await orders.write({ subject });
    const { page } = await ownerWindow();
    for (const [path, presses] of [
      [pageOf(number), ["Confirmer", "Remettre au livreur"]],
      ["/gestion/messages", ["Marquer comme traité", "Marquer comme traité"]],
    ] as const) {
      await openBegun(page, path);
      const settled = await page.evaluateHandle(() => {
        const names: string[] = [];
        document.addEventListener("animationstart", ({ animationName }) => names.push(animationName));
        return names;
      });
      for (const [index, name] of presses.entries()) {
        await page.getByRole("button", { name }).first().click();
        await expect
          .poll(() => settled.jsonValue(), { message: path })
          .toEqual(presses.slice(0, index + 1).map(() => "after-press"));
      }
    }
  });

  it("what has no way back takes two presses: the proposed cancellation, an access (WCAG 3.3.4)", async () => {
    const { number } = await orders.place();
    runIn(shop, "update orders set unanswered = 3, last_call = 'no-answer' where number = ?", number);
    await signInStaff(shop, { role: "packer", name: "Samir" });
    const { page } = await ownerWindow();
    for (const [path, summaries, button] of [
      [`/gestion/appels/${number}`, [/^Annuler la commande…$/], "Annuler la commande"],
      ["/gestion/equipe", ["Modifier l'accès de Samir", "Retirer l'accès"], "Retirer l'accès de Samir"],
    ] as const) {
      await openBegun(page, path);
      const last = page.getByRole("button", { name: button, exact: true });
      for (const summary of summaries) {
        expect(await last.count(), `${path}: before "${summary}"`).toBe(0);
        await page.locator("summary", { hasText: summary }).locator("visible=true").click();
      }
      expect(await last.count(), path).toBe(1);
    }
  });

  it("what another person did first leaves the page with the refusal, in lists as well", async () => {
    const { page } = await ownerWindow();
    const { id } = await signInStaff(shop, { role: "packer", name: "Omar" });
    await orders.write({ name: "Lyna" });
    for (const [path, first, open, button, refused] of [
      [
        "/gestion/messages",
        "update messages set answered_at = 1",
        [],
        "Marquer comme traité le message de Lyna",
        "Ce message n'attend plus de réponse.",
      ],
      [
        "/gestion/equipe",
        `update staff set ended_at = 1 where id = '${id}'`,
        ["Modifier l'accès d'Omar", "Retirer l'accès"],
        "Retirer l'accès d'Omar",
        "Cette personne n'est plus dans l'équipe.",
      ],
    ] as const) {
      await openBegun(page, path);
      runIn(shop, first);
      for (const summary of open) await page.locator("summary", { hasText: summary }).locator("visible=true").click();
      await page.getByRole("button", { name: button }).locator("visible=true").click();
      await page.getByText(refused).waitFor();
      await expect.poll(() => page.locator("main").innerText(), { message: path }).not.toMatch(/Lyna|Omar/);
    }
  });

  it("the focus is on a refusal once, and stays where somebody goes on from there", async () => {
    await orders.write();
    const { page } = await callerWindow();
    await openBegun(page, "/gestion/messages");
    for (const { id } of (await orders.counter.office.openMessages()).rows)
      await orders.counter.office.answerMessage(id, other);
    // The list comes again after the refusal, here once somebody has gone on.
    const giveList = await holdUp(page, "**/messages.data*");
    const isThere = page.waitForResponse((answer) => answer.url().includes("messages.data") && answer.ok());
    await page.getByRole("button", { name: "Marquer comme traité" }).first().click();
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    await expect.poll(focused).toBe("erreurs");
    const next = page.getByRole("link", { name: "Commandes", exact: true });
    await next.focus();
    giveList();
    await isThere;
    await page.locator("main[aria-busy]").waitFor({ state: "detached" });
    expect(await focused()).toBe("Commandes");
    const giveOrders = await holdUp(page, "**/commandes.data*");
    await page.keyboard.press("Enter");
    await page.locator("main[aria-busy]").waitFor();
    expect(await focused()).toBe("Commandes");
    giveOrders();
    await page.waitForURL(`**${LIST}`);
  });
});
