declare module "virtual:prefetched-paths" {
  /** Paths that may be fetched ahead, from the routes' handles (tools/vite/prefetched-paths.ts). */
  export const prefetched: RegExp;
}
