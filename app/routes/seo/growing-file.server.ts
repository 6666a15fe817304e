import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";

const CHUNK = 64 * 1024;

/**
 * A file that any number of readers read while it is written, each at its own pace. It has no name
 * any more, so nothing is left of it once it is closed, or the process killed.
 */
export class GrowingFile {
  /** Of the whole file. */
  size: number | undefined;
  #handle: FileHandle;
  #written = 0;
  #failure: unknown;
  #waiting: (() => void)[] = [];
  /** The writer, the one who hands it to readers, and these: the last one closes it. */
  #users = 2;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** @param folder on a disk with room for it */
  static async open(folder: string): Promise<GrowingFile> {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `.${randomUUID()}`);
    const handle = await open(path, "wx+", 0o600);
    await unlink(path);
    return new GrowingFile(handle);
  }

  /** @throws what `chunks` throws, as all readers then do */
  async write(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of chunks) {
        await this.#handle.writeFile(chunk);
        this.#written += chunk.byteLength;
        this.#wake();
      }
      this.size = this.#written;
    } catch (error) {
      this.#failure = error;
      throw error;
    } finally {
      this.#wake();
      await this.leave();
    }
  }

  async *read(): AsyncGenerator<Buffer> {
    this.#users += 1;
    try {
      for (let position = 0; ; ) {
        const length = Math.min(CHUNK, this.#written - position);
        if (length > 0) {
          const { buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, position);
          position += length;
          yield buffer;
        } else if (this.#failure) throw this.#failure;
        else if (this.size !== undefined) return;
        else await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      await this.leave();
    }
  }

  /** A user has done; of the one who hands it out: nobody begins to read it any more. */
  async leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users === 0) await this.#handle.close();
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
