/** A page that did not change by then has lost its connection, or was stopped: the button works again. */
const PATIENCE_MS = 10_000;

/** What scripts add to every form: a second press does nothing, and an error goes once its field is changed (section 5). */
export function enhanceForms(): void {
  const reset = new Map<HTMLButtonElement, () => void>();
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    // An engine that names no submitter means the only button there is.
    const button = (event.submitter ?? form.querySelector("button[data-busy]")) as HTMLButtonElement | null;
    if (!button?.dataset.busy) return;
    if (reset.has(button)) {
      event.preventDefault();
      return;
    }
    const label = button.textContent;
    button.textContent = button.dataset.busy;
    button.setAttribute("aria-disabled", "true");
    const timer = setTimeout(() => reset.get(button)?.(), PATIENCE_MS);
    reset.set(button, () => {
      clearTimeout(timer);
      reset.delete(button);
      button.textContent = label;
      button.removeAttribute("aria-disabled");
    });
  });
  const endAll = () => {
    for (const end of reset.values()) end();
  };
  // Back from the next page, out of the browser's memory; or answered on this one.
  for (const event of ["pageshow", "shop:answered"]) addEventListener(event, endAll);

  addEventListener("input", ({ target }) => {
    const control = target as HTMLElement;
    if (control.ariaInvalid !== "true" && control.getAttribute("aria-invalid") !== "true") return;
    // Islands check their fields themselves.
    if (control.closest("[data-island]")) return;
    const error = `${control.id}-error`;
    const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== error);
    control.removeAttribute("aria-invalid");
    control.setAttribute("aria-describedby", others.join(" "));
    if (others.length === 0) control.removeAttribute("aria-describedby");
    document.getElementById(error)?.remove();
  });
}
