/** Shows the text of a live region as a toast, each in place of the last. */
export function toastsBeside() {
  let end = (): void => undefined;
  return {
    show(message: string, type: string): void {
      end();
      let isOver = false;
      let remove: (() => void) | undefined;
      end = () => {
        isOver = true;
        remove?.();
      };
      import("../layout/toast")
        .then(({ toastBeside }) => {
          if (!isOver) remove = toastBeside(message, type);
        })
        .catch(() => undefined);
    },
    clear: () => end(),
  };
}
