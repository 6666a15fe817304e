/**
 * `npm run test:sweeps` tries every combination. Every other run tries a cover: each state, each
 * kind of failure and each pair of settings, but not everything with everything.
 */
export const isSweep = process.env.SWEEPS === "1";

/** All of them in a sweep, else those that stand for their kind. */
export const covering = <Item>(all: readonly Item[], representatives: readonly NoInfer<Item>[]): readonly Item[] =>
  isSweep ? all : representatives;

/** States of pages take turns to be visited without scripts and with them; a sweep visits each both ways. */
export const isVisited = (withScripts: boolean, state: number): boolean => isSweep || state % 2 === Number(withScripts);
