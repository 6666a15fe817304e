import { useBeforeUnload, unstable_usePrompt as usePrompt } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Asks before a link, Back or a reload drops what was typed into a form. What is sent asks nothing,
 * as it goes to the page's own address.
 */
export function useLeaveGuard(form: RefObject<HTMLFormElement>): void {
  const isTyped = useRef(false);
  useEffect(() => {
    const { current } = form;
    const note = () => {
      isTyped.current = true;
    };
    current?.addEventListener("input", note);
    return () => current?.removeEventListener("input", note);
  }, [form]);
  usePrompt({
    message: "Quitter cette page\u00a0? Ce que vous avez écrit n'est pas enregistré.",
    when: ({ currentLocation, nextLocation }) => isTyped.current && currentLocation.pathname !== nextLocation.pathname,
  });
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => isTyped.current && event.preventDefault(), []));
}
