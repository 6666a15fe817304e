import { describe, expect, it } from "vitest";
import { goOnAs } from "../support/browser/browser";
import { begun } from "../support/browser/scripts";
import { signInStaff } from "../support/http/staff";
import { shopWithVisitors } from "../support/shop/served-shop";

/** The office's pages in a browser: header, navigation, hydration. */

const { shop, visitor } = shopWithVisitors();
let errors: string[] = [];

async function staffWindow(options: Parameters<typeof visitor>[0] = {}, role: "owner" | "packer" = "owner") {
  const visit = await visitor(options);
  const { client } = await signInStaff(shop, { role });
  await goOnAs(client, visit.context);
  errors = [];
  visit.page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  visit.page.on("pageerror", (error) => errors.push(String(error)));
  return visit;
}

describe("with scripts", () => {
  it("a page is hydrated, and a link fetches the next page's data alone", async () => {
    const { page } = await staffWindow();
    await page.goto("/gestion/journal");
    await begun(page);
    const documents: string[] = [];
    page.on("request", (request) => documents.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
    await page.getByText("Nadia").click();
    await page.getByRole("link", { name: "Sécurité" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect([documents, errors]).toEqual([]);
  });
});
