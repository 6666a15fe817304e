/**
 * What robots.txt closes, which are beginnings of paths: as few as close these routes and no other.
 *
 * @param closed paths as the table of routes writes them
 * @param others paths that stay open
 */
export function closedPaths(closed: readonly string[], others: readonly string[]): string[] {
  const found: string[] = [];
  for (const path of [...closed].sort()) {
    // The folders above it, widest first, then the path itself as far as it is the same for all.
    const whole = path.replace(/[:*].*/, "");
    const folders = [...whole.matchAll(/\/(?=.)/g)].slice(1).map(({ index }) => whole.slice(0, index + 1));
    const widest = [...folders, whole].find((start) => !others.some((other) => other.startsWith(start)));
    if (widest && !found.some((start) => widest.startsWith(start))) found.push(widest);
  }
  return found;
}
