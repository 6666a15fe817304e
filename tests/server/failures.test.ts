import { describe, expect, it } from "vitest";
import { isUnavailable } from "~/database/failures.server";

describe("an error of the database", () => {
  it.each([
    ["25006", true, "read-only"],
    ["53100", true, "its disk is full"],
    ["23505", false, "a row that is there"],
    ["42601", false, "a statement that is none"],
  ])("%s makes it unavailable: %s (%s)", (code, expected) => {
    expect(isUnavailable(Object.assign(new Error("refused"), { code }))).toBe(expected);
  });
});
