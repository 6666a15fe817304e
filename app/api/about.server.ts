import { type Operation, tagOf, tags } from "./operation.server";
import { operations } from "./operations.server";

const whoMay: Record<Operation["who"], string> = {
  everybody: "Publique",
  anybody: "Avec ou sans jeton",
  account: "Avec le jeton d'un compte",
};

/** The operations, as the page about the API lists them. */
export const apiChapters = () =>
  tags.map((title) => ({
    title,
    operations: Object.values<Operation>(operations)
      .filter((operation) => tagOf(operation) === title)
      .map(({ method, path, summary, query, who, once = false }) => ({
        ...{ method, path, summary, once },
        parameters: Object.keys((query as { shape?: object }).shape ?? {}),
        who: whoMay[who],
      })),
  }));
