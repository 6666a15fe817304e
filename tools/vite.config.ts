import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";
import { defineConfig } from "vite";
import remixOptions from "../remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  root: at(".."),
  plugins: [remix(remixOptions)],
  resolve: { alias: { "~": at("../app") } },
  css: { postcss: { plugins: [tailwindcss({ config: at("../tailwind.config.ts") }), autoprefixer()] } },
  // Old phones get what they understand; the server is Node 20 and later.
  build: { target: isSsrBuild ? "node20" : "es2020", assetsInlineLimit: 0, cssMinify: true },
}));
