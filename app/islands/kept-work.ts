/**
 * Called before React is loaded, whose scheduler posts itself a message for each piece of work
 * where there is no `setImmediate`. Firefox and WebKit drop the messages of a page that is being
 * left: after Back it would draw nothing more.
 */
export function keepWork(): void {
  let waiting: (() => void) | undefined;
  const { port1, port2 } = new MessageChannel();
  const work = () => {
    const piece = waiting;
    waiting = undefined;
    piece?.();
  };
  port1.onmessage = work;
  addEventListener("pageshow", ({ persisted }) => persisted && work());
  Object.assign(globalThis, {
    setImmediate: (piece: () => void) => {
      waiting = piece;
      port2.postMessage(null);
    },
  });
}
