import { expect } from "vitest";

/** Expects the same rows. Walking through thousands of them takes longer than reading them as text. */
export function expectUnchanged(found: unknown, before: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(before)) expect(found).toEqual(before);
}
