declare module "virtual:prefetched-paths" {
  /** Paths that may be fetched ahead, from the routes' handles (tools/vite/prefetched-paths.ts). */
  export const prefetched: RegExp;
}

declare module "virtual:route-styles" {
  /** @returns the style sheet of a route's area (tools/vite/route-styles.ts) */
  export const styleOf: (routeId: string) => string;
}
