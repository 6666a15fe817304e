import { useSyncExternalStore } from "react";

/** Whether the last request of the router in the browser came back. */

let isDown = false;
const listeners = new Set<() => void>();

function tell(down: boolean): void {
  if (isDown === down) return;
  isDown = down;
  for (const listen of listeners) listen();
}

/** Of a proxy whose shop is away: Remix marks its own answers. */
const isOfProxy = ({ status, headers }: Response) => status >= 502 && !headers.has("X-Remix-Response");

/**
 * Wraps `fetch` for the router. Where the line fails Remix would show its error in place of the
 * page and of all that was typed; so the request stays open, until the next press takes its place.
 */
export function keepPageWithoutLine(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!new URL(String(input), location.href).pathname.endsWith(".data")) return send(input, init);
    tell(false);
    try {
      const answer = await send(input, init);
      if (!isOfProxy(answer)) {
        // To its end: of one that breaks off, or that a press interrupts, Remix makes an error.
        await answer.clone().arrayBuffer();
        return answer;
      }
    } catch (error) {
      if (init?.signal?.aborted) throw error;
    }
    tell(true);
    return new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  };
}

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** Whether the page still waits for what the line did not bring. */
export const useLineDown = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isDown,
    () => false,
  );
