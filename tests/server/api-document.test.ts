import { describe, expect, it } from "vitest";
import { openApiDocument } from "~/api/document.server";

/** What programs read in the API's document beside what contract/api-document checks of answers. */

const document = openApiDocument("https://boutique.example");
const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
const answersOf = (path: string, method: "get" | "post") => document.paths?.[path]?.[method]?.responses ?? {};

it("names null once where a value may be missing", () => {
  const anyOf = JSON.stringify(document).match(/"anyOf":\[[^\]]*\]/g) ?? [];
  const nullable = anyOf.filter((options) => options.includes('"type":"null"'));
  expect(nullable.length).toBeGreaterThan(4);
  for (const options of nullable) expect(options.match(/"type":"null"/g), options).toHaveLength(1);
});

it("says that who gets in may bring a guest's token, and what becomes of it", () => {
  for (const path of ["/auth/login", "/auth/register"]) {
    const { security, summary } = document.paths?.[path]?.post ?? {};
    expect(security).toEqual([{ bearer: [] }, {}]);
    expect(summary).toContain("avec le jeton d'un invité");
  }
});

it("bounds what programs send as the shop does, and says what it takes for left out", () => {
  const bounded = (name: string) => document.components?.schemas?.[name];
  const names = { minLength: 1, maxLength: 60 };
  expect(bounded("Registration")).toMatchObject({
    properties: {
      ...{ firstName: names, lastName: names },
      ...{ email: { maxLength: 254 }, password: { minLength: 6, maxLength: 128 } },
    },
  });
  expect(bounded("ReviewRequest")).toMatchObject({ properties: { text: { maxLength: 1_000, default: "" } } });
  const schemasOf = (path: string) =>
    Object.fromEntries(
      (document.paths?.[path]?.get?.parameters ?? []).map((one) => ("name" in one ? [one.name, one.schema] : [])),
    );
  expect(schemasOf("/api/products")).toMatchObject({
    limit: { minimum: 1, maximum: 100, default: 20 },
    offset: { minimum: 0, maximum: 1_000_000, default: 0 },
  });
  expect(schemasOf("/api/yalidine/quotes")).toEqual({
    wilaya_id: { type: "integer", minimum: 1, maximum: 1_000_000 },
    pairs: { type: "integer", minimum: 1, maximum: 5_000, default: 1 },
    declared_value: { type: "integer", minimum: 0, maximum: 100_000_000, default: 0 },
  });
});

describe("answers", () => {
  it("of what everybody reads: kept by ETag, and alike with any token", () => {
    const answers = answersOf("/api/products", "get");
    expect(Object.keys(answers)).not.toContain("401");
    expect(answers["200"]).toHaveProperty("headers.ETag");
    expect(answers["304"]).toMatchObject({ headers: { ETag: {} } });
    expect(answers["304"]).not.toHaveProperty("content");
    expect(answersOf("/api/orders/{id}", "get")).toHaveProperty("401");
    expect(answersOf("/api/orders/{id}", "get")).not.toHaveProperty("304");
  });

  it("of an order: where it is, and the key that was taken", () => {
    for (const path of ["/api/orders", "/orders"])
      for (const status of ["200", "201"]) {
        expect(answersOf(path, "post")[status]).toHaveProperty("headers.Location");
        expect(answersOf(path, "post")[status]).toHaveProperty("headers.Idempotency-Key");
      }
  });

  it("say when to try again", () => {
    expect(operations.length).toBeGreaterThan(20);
    for (const { responses } of operations)
      for (const status of ["429", "503"]) expect(responses[status]).toHaveProperty("headers.Retry-After");
  });
});
