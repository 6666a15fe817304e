import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";

/** Files with names, phones and keys: for the shop's own user alone, whatever its umask. */

/** Makes a folder that is missing, and closes one that is open to others. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  close(folder, 0o700);
}

/** Makes an empty file where none is. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "a", 0o600));
  closeFile(file);
}

/** Closes a file, if there is one. */
export function closeFile(file: string): void {
  if (existsSync(file)) close(file, 0o600);
}

function close(path: string, mode: number): void {
  const { mode: found } = statSync(path);
  // A folder that everybody may write into, as /tmp, was named for a try: it stays everybody's.
  if ((found & 0o777) === mode || found & 0o1000) return;
  try {
    chmodSync(path, mode);
  } catch {
    console.warn("%s is another user's, and stays open to others.", path);
  }
}
