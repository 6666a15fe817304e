/**
 * A native dialog over the page: the browser moves the focus into it, closes it on Escape and
 * returns the focus. Opening a panel closes the others, by the event `shop:panel`.
 */
export function makePanel(name: string, className: string): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.className = className;
  dialog.addEventListener("click", (event) => {
    // Its contents fill the dialog: a click on the dialog itself is on the backdrop.
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
