import { useLocation } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";
import { TRY } from "~/domain/values/parameters";

/**
 * The address to which a form of this page posts. It is never the page's own: a browser that cannot
 * send a form to its page's own address shows its error in the page's place, and Back would no
 * longer lead to what was typed.
 * @param path of the route whose action answers
 */
export function useOwnAddress(path: string): string {
  const { pathname, search } = useLocation();
  const [route = path, query] = path.split("?");
  if (route !== pathname) return path;
  const turn = new URLSearchParams(search).get(TRY) === "1" ? "2" : "1";
  return `${route}?${query ? `${query}&` : ""}${TRY}=${turn}`;
}

/** A form that posts, outside of islands. */
export function OwnForm({ action, ...props }: Omit<ComponentPropsWithoutRef<"form">, "action"> & { action: string }) {
  return <form method="post" action={useOwnAddress(action)} {...props} />;
}
