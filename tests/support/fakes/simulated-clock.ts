/** Time passes only where somebody waits, for all who wait. */
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
