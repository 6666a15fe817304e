// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Without control characters (tab and line break stay) and lone surrogates: PostgreSQL refuses the first, UTF-8 the second. */
export function storable(text: string): string {
  return text.replace(CONTROLS, "").replace(LONE_SURROGATES, "\ufffd");
}

/** Whether a text can be an identifier of ours: what cannot be stored cannot be found either. */
export function isStorable(text: string): boolean {
  return text === storable(text);
}
