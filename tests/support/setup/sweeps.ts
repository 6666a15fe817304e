/**
 * `npm run test:sweeps` tries every combination. Every other run tries a cover: each state, each
 * kind of failure and each pair of settings, but not everything with everything.
 */
export const isSweep = process.env.SWEEPS === "1";

/** All of them in a sweep, else those that stand for their kind. */
export const covering = <Item>(all: readonly Item[], representatives: readonly NoInfer<Item>[]): readonly Item[] =>
  isSweep ? all : representatives;

/** Whether a state is visited this way: in turns without scripts and with them, in a sweep both. */
export const isVisited = (withScripts: boolean, state: number): boolean => isSweep || state % 2 === Number(withScripts);

/** Beginnings of the names of those tests that run, where it is not a sweep, which runs all. */
export const someTests = (...beginnings: string[]): readonly string[] | undefined => (isSweep ? undefined : beginnings);
