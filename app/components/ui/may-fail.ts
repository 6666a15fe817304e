/** What the work gives; undefined where it throws, as storage does that is off or full. */
export function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const added = new Set<string>();

/**
 * Adds rules that come with a script and not with a page, once.
 * @returns true
 * @throws where a browser is too old for constructed style sheets
 */
export function addStyles(css: string): true {
  if (added.has(css)) return true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  added.add(css);
  return true;
}
