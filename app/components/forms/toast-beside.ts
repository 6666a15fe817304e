/**
 * Shows as a toast what a live region says, one at a time: the next one takes the place of the last. Where its script does not
 * come there is no toast.
 */
export function toastsBeside() {
  let end = (): void => undefined;
  return {
    /** @param region where the message stands */
    show(region: Element | null, message: string, type: string): void {
      end();
      let isOver = false;
      let remove: (() => void) | undefined;
      end = () => {
        isOver = true;
        remove?.();
      };
      import("../layout/toast")
        .then(({ toastBeside }) => {
          if (!isOver && region) remove = toastBeside(region, message, type);
        })
        .catch(() => undefined);
    },
    clear: () => end(),
  };
}
