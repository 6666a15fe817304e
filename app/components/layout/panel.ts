/**
 * A native dialog over the page: the browser takes the focus in, closes it on Escape and gives the focus back. Cart and
 * search close each other: whoever opens says so by `shop:panel`.
 */
export function makePanel(name: string, className: string): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.className = className;
  dialog.addEventListener("click", (event) => {
    // The dialog itself is hit only beside its box, on the backdrop: its contents fill it.
    if (event.target === dialog) dialog.close();
  });
  window.addEventListener("shop:panel", (event) => {
    if ((event as CustomEvent<string>).detail !== name) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

export function showPanel(dialog: HTMLDialogElement, name: string): void {
  window.dispatchEvent(new CustomEvent("shop:panel", { detail: name }));
  if (!dialog.open) dialog.showModal();
}
