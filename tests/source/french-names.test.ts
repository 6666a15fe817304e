import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parameterNames } from "~/domain/catalogue/listing";
import { deliveryFields } from "~/domain/delivery/delivery-view";
import { journalFilter } from "~/domain/office/journal-filter";
import { orderListQuery } from "~/domain/office/order-filter";
import { rowsOf, sourceOf } from "../support/documents/documents";
import { table } from "../support/documents/routes";

/** docs/french-names.md: a table of names for each of fields, buttons and addresses. */

const app = join(import.meta.dirname, "../../app");
const text = readdirSync(app, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter(
    (file) => !/\/(api|commands|catalogue-import|database|courier|remote|settings)\b/.test(file.slice(app.length)),
  )
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

type Form = { schema: { shape: object } };
const domain = import.meta.glob<Record<string, Form | (() => Form)>>("../../app/domain/**/*.ts", { eager: true });
const formFields = Object.values(domain)
  .flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith("Form")))
  .flatMap(([, form]) => Object.keys((typeof form === "function" ? form() : form).schema.shape));

const matchesOf = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

function namesIn(heading: string): string[] {
  const section = new RegExp(`\\n## ${heading}[^\\n]*\\n(.*?)(\\n## |$)`, "s").exec(
    sourceOf("docs/french-names.md") ?? "",
  )?.[1];
  const rows = rowsOf(section ?? "");
  for (const { cells } of rows) expect(cells.every((cell) => cell !== "")).toBe(true);
  return rows.map(({ cells: [name = ""] }) => name.replaceAll("`", ""));
}

describe("the table of French names", () => {
  it("has every field and parameter that the server reads", () => {
    const names = [
      ...matchesOf(/\b(?:text|wholeNumber)\(form, "([\w-]+)"\)/g),
      ...matchesOf(/\b(?:form|searchParams|parameters)\s*\.(?:get|getAll|has)\("([\w-]+)"\)/g),
      ...matchesOf(/\b(?:all|parameter|value)\("([\w-]+)"\)/g),
      ...matchesOf(/const (?:WILAYA_CHOICE|COOKIE_CHECK|PART|PASS|PRESS|TRY) = "([\w-]+)"/g),
      ...formFields,
      ...Object.values(parameterNames),
      ...deliveryFields,
      ...Object.keys(journalFilter.shape),
      ...Object.keys(orderListQuery.shape),
    ];
    expect(namesIn("Fields and parameters")).toEqual(sorted(names).filter((name) => name !== "subcategory"));
  });

  it("has every button's value", () => {
    const names = [
      ...matchesOf(/name="intent"\s+value="([\w-]+)"/g),
      ...matchesOf(/<(?:Send intent|DefaultSubmit value)="([\w-]+)"/g),
      ...matchesOf(/intent(?:"\))? === "([\w-]+)"/g),
      ...matchesOf(/value=\{isFavourite \? "\w+" : "(\w+)"\}/g),
      ...matchesOf(/value=\{isFavourite \? "(\w+)" : "\w+"\}/g),
    ];
    expect(namesIn("Buttons")).toEqual(sorted(names));
  });

  it("has every part of an address that is no English word", () => {
    const english = new Set(
      [
        "404 about account api auth cart categories category checkout collection collections confirmation contact contents",
        "data delete email-confirmation faq forgot-password health kids live login logout loyalty-program men new newsletter orders",
        "pictures privacy product products ready register reset-password sales search security shop suggestions summer terms",
        "theme webhooks wishlist women yalidine robots.txt sitemap.xml manifest.webmanifest favicon.ico apple-touch-icon.png",
      ].flatMap((line) => line.split(" ")),
    );
    const parts = table
      .filter(({ pattern }) => !pattern.startsWith("/api"))
      .flatMap(({ pattern }) => pattern.split("/"))
      .filter((part) => part !== "" && !/[:*]/.test(part) && !english.has(part));
    expect(namesIn("Parts of addresses")).toEqual(sorted(parts));
  });
});
