import { readdirSync } from "node:fs";

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(folder.length)}/${name}`);

const files = import.meta.env.PROD ? new Set([...filesIn("public"), ...filesIn("build/client")]) : undefined;
/** Whether an address is a file's: of public/, or of the build. In development it may be Vite's. */
export const isFile = (path: string): boolean => files?.has(path) ?? true;
