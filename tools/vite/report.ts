import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/** What a run of vitest leaves for tools/test.mjs, as JSON in the file that REPORT names. */
export interface Report {
  passed: number;
  skipped: number;
  /** A line each: file, test or group of tests, and the first line of the reason. */
  failures: string[];
}

/** Vitest's own report in JSON leaves out why a group's hooks failed, and errors of no test. */
export default class ReportForTests implements Reporter {
  /** Logs why a test failed that passed when repeated, so that the reason can be found. */
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

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failures = [
      ...modules.flatMap((module) => [
        ...linesOf(fileOf(module), module.errors()),
        ...[...module.children.allSuites()].flatMap((suite) => linesOf(nameOf(suite), suite.errors())),
      ]),
      ...tests.flatMap((test) => {
        const { state, errors } = test.result();
        return state === "failed" ? linesOf(nameOf(test), errors?.slice(0, 1) ?? []) : [];
      }),
      ...linesOf("outside of all tests", unhandled),
    ];
    const report: Report = { passed: count("passed"), skipped: count("skipped"), failures };
    if (process.env.REPORT) writeFileSync(process.env.REPORT, JSON.stringify(report));
  }
}

const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);
const nameOf = (task: { module: TestModule; fullName: string }) => `${fileOf(task.module)} > ${task.fullName}`;

const linesOf = (name: string, errors: readonly { message: string }[]) =>
  errors.map(({ message }) => `${name}: ${message.trim().split("\n", 1)[0]?.slice(0, 300)}`);
