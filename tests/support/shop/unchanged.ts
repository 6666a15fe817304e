import { expect } from "vitest";

/** Expects the same rows. To walk through thousands takes longer than to read them as text. */
export function expectUnchanged(found: unknown, before: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(before)) expect(found).toEqual(before);
}
