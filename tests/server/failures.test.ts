import { describe, expect, it } from "vitest";
import { isUnavailable } from "~/database/failures.server";

describe("an error of the database", () => {
  it.each([
    ["25006", true, "read-only"],
    ["53100", true, "its disk is full"],
    ["58030", true, "its disk cannot be read"],
    ["28P01", true, "its password is another one by now"],
    ["28000", true, "it lets this role in no more"],
    ["3D000", true, "it is not there, as while it is being restored"],
    ["23505", false, "a row that is there"],
    ["42601", false, "a statement that is none"],
  ])("%s makes it unavailable: %s (%s)", (code, expected) => {
    expect(isUnavailable(Object.assign(new Error("refused"), { code }))).toBe(expected);
  });
});
