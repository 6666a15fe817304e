/**
 * A page that lacks what the shop could not give just now is answered all the same, and nobody may keep it (P-6). Said by the
 * loader that notices, heard by entry.server: both get the request's own load context.
 */
const incomplete = new WeakSet<object>();

export function setIncomplete(context: object): void {
  incomplete.add(context);
}

export const isIncomplete = (context: object): boolean => incomplete.has(context);
