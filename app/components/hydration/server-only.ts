/**
 * A part of a loader's answer that only the server needs: what it renders once and nothing in the browser changes. The page
 * would otherwise carry it twice, as text and as data, and has no room for that (P-1). It is rendered by way of ServerRendered.
 *
 * The framework hands over what an object lists as its own: this one lists nothing. `JSON.stringify` still sees all of it,
 * and with it the key by which rendered pages are kept (entry.server).
 */
export interface ServerOnly<Value> {
  /** Absent in the browser. */
  readonly value?: Value;
}

/** `sent`, of which the server alone reads `kept` as well. */
export function alsoServerOnly<Sent extends object, Kept extends object>(sent: Sent, kept: Kept): Sent & Partial<Kept> {
  const hidden = Object.entries(kept).map(([name, value]) => [name, { value }]);
  const toJSON = { value: () => ({ ...sent, ...kept }) };
  return Object.defineProperties({ ...sent }, { ...Object.fromEntries(hidden), toJSON });
}

export function serverOnly<Value>(value: Value): ServerOnly<Value> {
  return Object.defineProperties({}, { value: { value }, toJSON: { value: () => value } });
}
