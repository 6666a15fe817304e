import type { Reporter, TestCase } from "vitest/node";

/** Logs why a test failed that passed when repeated, so that the reason can be found. */
export default class Retried implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { retryCount = 0 } = test.diagnostic() ?? {};
    const result = test.result();
    if (retryCount === 0 || result?.state !== "passed") return;
    for (const error of result.errors ?? [])
      console.error(
        `Failed before it passed: ${test.module.moduleId} > ${test.fullName}\n${error.stack ?? error.message}`,
      );
  }
}
