import type { Operation } from "./operation.server";
import { operations } from "./operations.server";

interface Chapter {
  title: string;
  operations: { method: string; path: string; summary: string; parameters: string[]; who: string; once: boolean }[];
}

const who: Record<Operation["who"], string> = {
  everybody: "Publique",
  anybody: "Avec ou sans jeton",
  account: "Avec le jeton d'un compte",
};

/** The operations, as the page about the API lists them. */
export function apiChapters(): Chapter[] {
  const all = Object.values<Operation>(operations);
  const chapters: [string, RegExp][] = [
    ["Catalogue", /^\/api\/(products|collections|categories|content)/],
    ["Livraison", /^\/api\/yalidine/],
    ["Commandes", /orders/],
    ["Comptes", /^\/auth/],
    ["Autour", /openapi|^\/health/],
  ];
  return chapters.map(([title, paths]) => ({
    title,
    operations: all
      .filter(({ path }) => paths.test(path))
      .map((operation) => ({
        method: operation.method,
        path: operation.path,
        summary: operation.summary,
        parameters: Object.keys((operation.query as { shape?: object }).shape ?? {}),
        who: who[operation.who],
        once: operation.once === true,
      })),
  }));
}
