// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Without what databases refuse: control characters but tab and line breaks, lone surrogates. */
export function storable(text: string): string {
  return text.replace(CONTROLS, "").replace(LONE_SURROGATES, "\ufffd");
}

/** Whether a text could be an identifier; one that cannot be stored is not in the database. */
export function isStorable(text: string): boolean {
  return text === storable(text);
}
