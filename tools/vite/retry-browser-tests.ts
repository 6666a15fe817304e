import { VitestTestRunner } from "vitest/runners";

/** Repeats tests (`RETRIES`) where a busy machine may keep a browser waiting, never a race. */
export default class RetryBrowserTests extends VitestTestRunner {
  override onCollectStart(file: Parameters<VitestTestRunner["onCollectStart"]>[0]): void {
    const isInBrowser = /\/tests\/(journeys|lighthouse)\//.test(file.filepath);
    this.config.retry = isInBrowser ? Number(process.env.RETRIES ?? 0) : 0;
    super.onCollectStart(file);
  }
}
