/** Work in the background, round after round, as long as the process lives; never throwing. */

export interface PollLoop {
  /** What is said when a round failed, once until one does not. */
  name: string;
  /** @returns whether there may be more to do at once */
  round: () => Promise<boolean>;
  restMs: number;
  log: (line: string) => void;
}

/** @returns ends it, once the round under way is over */
export function startPollLoop({ name, round, restMs, log }: PollLoop): () => Promise<void> {
  let isOver = false;
  let isAway = false;
  let wake = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, restMs).unref();
    });
  const attempt = async (): Promise<boolean> => {
    try {
      const isMore = await round();
      isAway = false;
      return isMore;
    } catch (error) {
      // The courier's failures are told where they happen: this is the database, and what was begun is due again by itself.
      if (!isAway) log(`${name} waits: ${error instanceof Error ? error.message : error}`);
      isAway = true;
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
