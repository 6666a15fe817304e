/**
 * `npm run test:sweeps` tries every combination. Every other run tries a cover: each state, each
 * kind of failure and each pair of settings, but not everything with everything.
 */
export const isSweep = process.env.SWEEPS === "1";

/** All of them in a sweep, else those that stand for their kind. */
export const covering = <Item>(all: readonly Item[], representatives: readonly NoInfer<Item>[]): readonly Item[] =>
  isSweep ? all : representatives;

/**
 * A state of a page is visited twice, without scripts and with them, and each setting of it (a
 * width, a size of text) is tried by one of the visits. Four states in a row make all pairs.
 */
export const isTriedBy = (withScripts: boolean, state: number, setting: number): boolean =>
  isSweep || ((state >> 1) + setting) % 2 === Number(withScripts);
