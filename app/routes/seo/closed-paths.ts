/**
 * The prefixes of paths for robots.txt: as few as close these routes and no others.
 * @param closed paths as in the table of routes
 * @param others paths that stay open
 */
export function closedPaths(closed: readonly string[], others: readonly string[]): string[] {
  const paths: string[] = [];
  for (const path of [...closed].sort()) {
    // The folders above it, widest first, then the path itself up to its first parameter.
    const whole = path.replace(/[:*].*/, "");
    const folders = [...whole.matchAll(/\/(?=.)/g)].slice(1).map(({ index }) => whole.slice(0, index + 1));
    const widest = [...folders, whole].find((start) => !others.some((other) => other.startsWith(start)));
    if (widest && !paths.some((start) => widest.startsWith(start))) paths.push(widest);
  }
  return paths;
}
