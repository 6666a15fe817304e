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

export function serverOnly<Value>(value: Value): ServerOnly<Value> {
  return Object.defineProperties({}, { value: { value }, toJSON: { value: () => value } });
}
