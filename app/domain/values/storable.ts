// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Without what databases refuse: control characters but tab and line breaks, lone surrogates. */
export function storable(text: string): string {
  return text.replace(CONTROLS, "").replace(LONE_SURROGATES, "\ufffd");
}

/** The same with every text in it storable. */
export function storableTexts<Value>(value: Value): Value {
  const clean = (inner: unknown): unknown => {
    if (typeof inner === "string") return storable(inner);
    if (Array.isArray(inner)) return inner.map(clean);
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, clean(each)]));
  };
  return clean(value) as Value;
}

/** Whether a text could have been stored as it is. */
export function isStorable(text: string): boolean {
  return text === storable(text);
}
