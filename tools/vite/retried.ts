import type { Reporter, TestCase } from "vitest/node";

/** Logs why a test failed that passed when repeated, so that the reason can be found. */
export default class Retried implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { retryCount = 0 } = test.diagnostic() ?? {};
    const result = test.result();
    if (retryCount === 0 || result?.state !== "passed") return;
    for (const { message, stack = message, cause } of result.errors ?? []) {
      console.error(`Failed before it passed: ${test.module.moduleId} > ${test.fullName}\n${stack}`);
      // `expect.poll` says only that it waited; its cause says what it saw last.
      if (cause) console.error(`Because: ${(cause as Error).message}`);
    }
  }
}
