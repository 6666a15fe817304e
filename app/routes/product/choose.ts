import { addInPlace } from "~/components/cart/add-in-place";
import { type ChoiceValues, type Chosen, chosen } from "./chosen";

/**
 * Follows the choice of colour, size and quantity: sizes and stock of the chosen colour, and what is ordered in words. A listener
 * and no island, because it has to answer the first press.
 */
export function followChoice(root: HTMLElement): void {
  const form = root.closest("form");
  const { product: json, color = "" } = root.dataset;
  if (!form || !json) return;
  const product = JSON.parse(json) as Chosen;
  addSteps(root);
  addInPlace();
  root.dataset.awake = "";

  const show = () => {
    const data = new FormData(form);
    const value = (name: keyof ChoiceValues) => String(data.get(name) ?? "");
    const quantite = value("quantite");
    showSizes(root, product, chosen(product, { couleur: value("couleur"), pointure: "", quantite }, color).sizes);
    // A size that this colour has not is disabled by now, and so it is not chosen.
    const pointure = String(new FormData(form).get("pointure") ?? "");
    const { stock, isLow, order } = chosen(product, { couleur: value("couleur"), pointure, quantite }, color);
    const [words, figure] = root.querySelectorAll("[data-stock] > *");
    write(words, stock[0]);
    write(figure, stock[1]);
    figure?.classList.toggle("text-accent", isLow);
    write(form.querySelector("[data-order]"), order);
  };
  form.addEventListener("input", ({ target }) => {
    const { name } = target as HTMLInputElement;
    // What was wrong with a choice is no longer said once there is another one (section 5).
    if (name === "couleur" || name === "pointure") {
      document.getElementById(`${name}-error`)?.remove();
      for (const radio of form.querySelectorAll(`[name=${name}][aria-invalid]`))
        for (const attribute of ["aria-invalid", "aria-describedby"]) radio.removeAttribute(attribute);
    }
    show();
  });
  // Browsers put back what was chosen until the page has loaded.
  addEventListener("load", show);
  show();
}

function showSizes(
  root: HTMLElement,
  { sizes, labels }: Chosen,
  offered: readonly { size: number; stock: number }[],
): void {
  for (const radio of root.querySelectorAll<HTMLInputElement>("[name=pointure]")) {
    const option = offered.find(({ size }) => String(size) === radio.value);
    const label = radio.closest("label");
    radio.disabled = !option?.stock;
    if (label) label.hidden = !option;
    const soldOut = label?.querySelector<HTMLElement>(".sr-only");
    if (soldOut) soldOut.hidden = !radio.disabled;
  }
  const gone = offered.find(({ stock }) => stock === 0);
  const hint = root.querySelector<HTMLElement>("[data-sold-out]");
  if (!hint) return;
  hint.hidden = !gone;
  if (gone) write(hint.querySelector("s"), labels?.[sizes.indexOf(gone.size)] ?? String(gone.size));
}

/** Only what changed, or a live region would say it again. */
function write(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

function addSteps(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>("[name=quantite]");
  for (const [label, sign, step] of [
    ["Diminuer la quantité", "−", "stepDown"],
    ["Augmenter la quantité", "+", "stepUp"],
  ] as const) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.setAttribute("aria-label", label);
    button.textContent = sign;
    button.addEventListener("click", () => {
      field?.[step]();
      // The form follows what is typed, and this was not.
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });
    field?.parentElement?.append(button);
  }
}
