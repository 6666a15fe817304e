/** Time that passes only where somebody waits. Whoever waits meanwhile sees it pass as well. */
export class SimulatedClock {
  now: number;

  constructor(now = Date.UTC(2026, 10, 20, 8)) {
    this.now = now;
  }

  readonly date = (): Date => new Date(this.now);

  readonly wait = async (ms: number): Promise<void> => {
    const until = this.now + ms;
    await new Promise((resolve) => setImmediate(resolve));
    this.now = Math.max(this.now, until);
  };
}
