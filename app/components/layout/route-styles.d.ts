declare module "virtual:route-styles" {
  /** @returns the style sheet of a route's area (tools/vite/route-styles.ts) */
  export const styleOf: (routeId: string) => string;
}
