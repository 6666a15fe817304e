/** Work in the background, repeated as long as the process lives; it never throws. */
interface PollLoop {
  /** Appears in the log when a run fails: once, until a run succeeds. */
  name: string;
  /** @returns true where there may be more to do at once */
  run: () => Promise<unknown>;
  /** Milliseconds between two runs when there is nothing more to do. */
  restMs: number;
  log?: (line: string) => void;
}

/** @returns ends the loop after the current run */
export function startPollLoop({ name, run, restMs, log = console.error }: PollLoop): () => Promise<void> {
  let isEnded = false;
  let hasFailed = false;
  let wake = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, restMs).unref();
    });
  const attempt = async (): Promise<boolean> => {
    try {
      const isMore = await run();
      hasFailed = false;
      return isMore === true;
    } catch (error) {
      // The next run repeats what this one left.
      if (!hasFailed) log(`${name} waits: ${error instanceof Error ? error.message : error}`);
      hasFailed = true;
      return false;
    }
  };
  const work = (async () => {
    while (!isEnded) if (!(await attempt()) && !isEnded) await rest();
  })();
  return () => {
    isEnded = true;
    wake();
    return work;
  };
}
