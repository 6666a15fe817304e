import { open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { type CommandContext, done, type ExitCode, REFUSED } from "./command-context";

/**
 * Writes a list that spreadsheets read.
 * @param file must be new; without it the list goes to the standard output
 * @param read gives the list, and of what it is how much
 */
export async function exportList(
  context: CommandContext,
  file: string | undefined,
  read: () => Promise<{ text: string; what: string }>,
): Promise<ExitCode> {
  if (file === undefined) return done(context, (await read()).text.trimEnd());
  const path = resolve(context.folder, file);
  const target = await open(path, "wx", 0o600).catch(fail);
  if (!target) return REFUSED;
  let isWritten = false;
  try {
    const { text, what } = await read();
    if ((await target.writeFile(text).catch(fail)) === null) return REFUSED;
    isWritten = true;
    return done(context, `${file}\u00a0: ${what}.`);
  } finally {
    await target.close();
    // Else the next try would find that it is there.
    if (!isWritten) await rm(path);
  }

  function fail(error: NodeJS.ErrnoException): null {
    const why = error.code === "EEXIST" ? "existe déjà" : `ne peut pas être écrit (${error.code})`;
    context.complain(`Le fichier ${file} ${why}.`);
    return null;
  }
}
