import type { ActionFunctionArgs } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { Operation } from "~/api/operation.server";
import { operations } from "~/api/operations.server";
import { Answer, endpoint, json, sentences } from "./endpoint.server";

type Name = keyof typeof operations;
type AnswerOf<Of> =
  Of extends Operation<infer Params, infer Query, infer Body>
    ? Parameters<typeof endpoint<Params, Query, Body>>[1]
    : never;
export type Answering<Of extends Name> = AnswerOf<(typeof operations)[Of]>;
export type Answers = { [Of in Name]: Answering<Of> };

/**
 * Loader and action of a route with several addresses.
 * @param answers by the names of the operations, of equal paths the first counts
 */
export function serve(answers: Answers) {
  const routes = Object.entries(answers).map(([name, answer]) => {
    const operation: Operation = operations[name as Name];
    return { path: operation.path.replace(/\{(\w+)\}/g, ":$1"), ask: endpoint(operation, answer as Answering<never>) };
  });
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const [match] = matchRoutes(routes, new URL(args.request.url).pathname) ?? [];
    if (match) return match.route.ask({ ...args, params: match.params });
    return json(args.request, new Answer(404, { message: sentences[404] }));
  };
}
