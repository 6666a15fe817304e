/** Work in the background, again and again as long as the process lives; it never throws. */
export interface PollLoop {
  /** Stands in the log when a run fails: once, until one succeeds. */
  name: string;
  /** @returns whether there may be more to do at once */
  run: () => Promise<boolean>;
  /** Milliseconds between two runs when there is nothing more to do. */
  restMs: number;
  log?: (line: string) => void;
}

/** @returns ends the loop, once the run under way is over */
export function startPollLoop({ name, run, restMs, log = console.error }: PollLoop): () => Promise<void> {
  let isOver = false;
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
      return isMore;
    } catch (error) {
      // What was begun is due again by itself.
      if (!hasFailed) log(`${name} waits: ${error instanceof Error ? error.message : error}`);
      hasFailed = true;
      return false;
    }
  };
  const work = (async () => {
    while (!isOver) if (!(await attempt()) && !isOver) await rest();
  })();
  return () => {
    isOver = true;
    wake();
    return work;
  };
}
