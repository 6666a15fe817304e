import { isOffline } from "../ui/connection";
import { askFirst } from "../ui/line-down";
import { sendNatively } from "./send-natively";

/** After so long the connection was lost or loading was stopped: the button works again. */
const PATIENCE_MS = 10_000;

/** A second press does nothing, and an error goes once its field changes (section 5). */
export function enhanceForms(): void {
  const reset = new Map<HTMLButtonElement, () => void>();
  // For old engines without `submitter`; Enter in a field presses a button as well.
  let pressed: HTMLButtonElement | null = null;
  addEventListener(
    "click",
    ({ target }) => {
      pressed = (target as Element).closest("button");
    },
    true,
  );
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    const last = pressed?.form === form ? pressed : null;
    const button = (event.submitter ?? last) as HTMLButtonElement | null;
    if (isOffline()) {
      event.preventDefault();
      askFirst(button, () => (button ? button.click() : sendNatively(form, {})));
      return;
    }
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
  // The page came back from the back-forward cache, or a script has answered the form.
  for (const event of ["pageshow", "shop:answered"]) addEventListener(event, endAll);

  addEventListener("input", ({ target }) => {
    const control = target as HTMLInputElement;
    if (control.ariaInvalid !== "true" && control.getAttribute("aria-invalid") !== "true") return;
    // Islands check their fields themselves.
    if (control.closest("[data-island]")) return;
    // Radios share an error, which has the id of the first.
    const radios = control.form?.querySelectorAll<HTMLInputElement>(`[type=radio][name="${control.name}"]`) ?? [];
    const controls = control.type === "radio" ? [...radios] : [control];
    const error = `${controls[0]?.id}-error`;
    for (const one of controls) {
      const others = (one.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== error);
      one.removeAttribute("aria-invalid");
      one.setAttribute("aria-describedby", others.join(" "));
      if (others.length === 0) one.removeAttribute("aria-describedby");
    }
    document.getElementById(error)?.remove();
  });

  const summary = document.getElementById("erreurs");
  // One of an island is drawn by it.
  if (summary && !summary.closest("[data-island]"))
    import("./follow-corrections").then(({ followCorrections }) => followCorrections(summary)).catch(() => undefined);
}
