import { setImmediate as turn } from "node:timers/promises";
import type { TestContext } from "vitest";
import { VitestTestRunner } from "vitest/runners";

/** Runs the tests of a built shop. */
export default class ServedTests extends VitestTestRunner {
  /** Repeats tests (`RETRIES`) where a busy machine may keep a browser waiting, never a race. */
  override onCollectStart(file: Parameters<VitestTestRunner["onCollectStart"]>[0]): void {
    const isInBrowser = /\/tests\/(journeys|conditions|lighthouse|remote\/journeys)/.test(file.filepath);
    this.config.retry = isInBrowser ? Number(process.env.RETRIES ?? 0) : 0;
    super.onCollectStart(file);
  }

  /**
   * Lets messages through before each test. Tests on SQLite wait for nothing: in a minute of them
   * this process would not read Vitest's answers, which ends a run as failed.
   */
  override async onBeforeRunTask(test: TestContext["task"]): Promise<void> {
    await turn();
    await super.onBeforeRunTask(test);
  }
}
