import { fieldValue } from "~/components/forms/field-value";
import { quietly } from "~/components/ui/may-fail";
import type { ShownSize } from "~/domain/catalogue/choice";
import {
  type ChoiceValues,
  choiceState,
  type ProductOptions,
  pairsChosen,
  SOLD_OUT,
} from "~/domain/catalogue/choice-view";
import { sizeName } from "~/domain/catalogue/size";
import { MAX_ADDED } from "~/domain/order/cart";

/**
 * Shows the sizes and the stock of the chosen colour, and the order in words. It is a listener and
 * no island, because it has to answer the first press.
 */
export function followChoice(root: HTMLElement): void {
  const form = root.closest("form");
  const { product: json, color = "" } = root.dataset;
  if (!form || !json) return;
  const sizes = [...root.querySelectorAll<HTMLInputElement>("[name=pointure]")].map(({ value }) => Number(value));
  const product: ProductOptions = { ...JSON.parse(json), sizes };
  addSteps(root);
  root.dataset.awake = "";
  if (root.dataset.unasked !== undefined) chooseRememberedSize(form);

  const show = () => {
    const value = (name: keyof ChoiceValues) => fieldValue(form, name);
    const quantite = value("quantite");
    const couleur = value("couleur");
    showSizes(root, choiceState(product, { couleur, pointure: "", quantite }, color).sizes);
    const alertLink = root.querySelector<HTMLAnchorElement>("[data-sold-out] a");
    if (alertLink && new URLSearchParams(alertLink.search).get("couleur") !== couleur)
      alertLink.search = `?couleur=${couleur}`;
    // A size that this colour does not have is disabled by now.
    const pointure = value("pointure");
    const { stock, isLow, inBar, order } = choiceState(product, { couleur, pointure, quantite }, color);
    const [words, figure] = root.querySelectorAll("[data-stock] > *");
    write(words, stock[0]);
    write(figure, stock[1]);
    figure?.classList.toggle("text-accent", isLow);
    write(form.querySelector(".in-bar"), inBar);
    write(form.querySelector("[data-order]"), order);
  };
  form.addEventListener("input", ({ target }) => {
    const { name, value: chosen } = target as HTMLInputElement;
    // Another choice removes the error (section 5).
    if (name === "couleur" || name === "pointure") {
      document.getElementById(`${name}-error`)?.remove();
      for (const radio of form.querySelectorAll(`[name=${name}][aria-invalid]`))
        for (const attribute of ["aria-invalid", "aria-describedby"]) radio.removeAttribute(attribute);
    }
    if (name === "pointure" && !product.labels) quietly(() => localStorage.setItem(SIZE, chosen));
    if (/^(couleur|pointure|quantite)$/.test(name)) show();
  });
  // Browsers restore a choice without an event, in a page that is loaded as in one that was kept.
  addEventListener("pageshow", show);
  show();
}

/** Where this browser keeps the size that was chosen last. */
const SIZE = "pointure";

/** In place of the first size in stock; a size that the browser put back stays. */
function chooseRememberedSize(form: HTMLFormElement): void {
  const size = quietly(() => localStorage.getItem(SIZE));
  const radios = [...form.querySelectorAll<HTMLInputElement>("[name=pointure]:enabled")];
  const remembered = radios.find(({ value }) => value === size);
  if (remembered && radios.every((radio) => radio.checked === radio.defaultChecked)) remembered.checked = true;
}

function showSizes(root: HTMLElement, offered: readonly ShownSize[]): void {
  // Browsers leave out a group by keys whose checked radio is disabled: it is checked again later.
  const chosen = root.querySelector<HTMLInputElement>("[name=pointure]:checked")?.value ?? root.dataset.size;
  if (chosen) root.dataset.size = chosen;
  for (const radio of root.querySelectorAll<HTMLInputElement>("[name=pointure]")) {
    const option = offered.find(({ size }) => String(size) === radio.value);
    const label = radio.closest("label");
    radio.disabled = !option?.stock;
    radio.checked = !radio.disabled && radio.value === chosen;
    if (label) label.hidden = !option;
    const words = label?.querySelector(".sr-only");
    if (!radio.disabled) words?.remove();
    else if (!words) label?.lastElementChild?.append(element("span", "sr-only", SOLD_OUT));
  }
  const hint = root.querySelector<HTMLElement>("[data-sold-out]");
  if (!hint) return;
  const soldOut = offered.filter(({ stock }) => stock === 0).map(sizeName);
  hint.hidden = soldOut.length === 0;
  if (soldOut[0] && !hint.firstChild) {
    const link = element("a", "link inline-block py-1", "Prévenez-moi");
    link.href = `${location.pathname}/prevenez-moi`;
    const name = element("s", "", soldOut[0]);
    name.setAttribute("aria-hidden", "true");
    hint.append(name, `${SOLD_OUT} `, link);
  }
  const name = hint.querySelector("s");
  // The size that was asked for stays the example.
  if (soldOut[0] && !soldOut.includes(name?.textContent ?? "")) write(name, soldOut[0]);
}

function element<Tag extends "a" | "button" | "s" | "span">(
  tag: Tag,
  className: string,
  text: string,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** Writes only what changed, since a live region would announce it again. */
function write(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

function addSteps(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>("[name=quantite]");
  if (!field) return;
  for (const [verb, sign, step] of [
    ["Diminuer", "−", -1],
    ["Augmenter", "+", 1],
  ] as const) {
    const button = element("button", "button", sign);
    button.type = "button";
    button.setAttribute("aria-label", `${verb} la quantité`);
    button.addEventListener("click", () => {
      field.value = String(Math.min(pairsChosen(field.value) + step || 1, MAX_ADDED));
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    field.parentElement?.append(button);
  }
}
