import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** A screen reader must never read English with a French voice. */

const app = join(import.meta.dirname, "../../app");
const sources = (readdirSync(app, { recursive: true }) as string[]).filter((name) => /\.(tsx?|json)$/.test(name));

/** The specification's English texts, as decision 001 lists them. */
const english = [
  "Place Order",
  "Try Again",
  "No collections available",
  "calculated at checkout",
  "Check your email",
  "Page Not Found",
  "The page you are looking for",
  "contact us",
  "Thank You!",
  "Send Another Message",
  "Sending...",
  "Passwords do not match",
  "Password must be",
  "Failed to ",
  "Collection not found",
  "in your wishlist",
  "added to wishlist",
  "Item removed",
  "Wishlist cleared",
  "sent successfully",
];

describe("the texts of the shop", () => {
  it.each(english)("are French: no %j", (text) => {
    const found = sources.filter((name) => readFileSync(join(app, name), "utf8").includes(text));
    // The words that operators search in the log of a shop on another's API stay exactly.
    const ofLogs = text === "Failed to " ? ["shop/remote/courier.server.ts"] : [];
    expect(found).toEqual(ofLogs);
  });

  it("are looked for where they are", () => {
    const found = sources.filter((name) => readFileSync(join(app, name), "utf8").includes("Page introuvable"));
    expect(found.length).toBeGreaterThan(0);
  });
});
