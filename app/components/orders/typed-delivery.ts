import { deliveryFields } from "~/domain/delivery/delivery-view";
import { fieldValue } from "../forms/field-value";
import { isOffline } from "../ui/connection";
import { quietly } from "../ui/may-fail";
import { forgetAnswered, isOrderPage } from "./waiting-order";

/**
 * Keeps what is typed in the delivery form on this device, for a day at most and until the order is
 * there: a reload, a closed tab or a phone that ran out of memory loses nothing.
 */

const KEY = "saisie";
/** In this window: the page and the key of the order that was last the end of what was typed. */
const ENDED = "commande-vue";
const DAY_MS = 86_400_000;

interface Typed {
  at: number;
  /** Whether the form was sent: the next page of an order then means that it has arrived. */
  isSent: boolean;
  /** The wilaya that the page began with; one that differs later was chosen since, in the cart. */
  offered: string;
  /** The texts that the page began with, by the field's name. */
  began: Record<string, string>;
  values: Record<string, string>;
  /** The form's. */
  cle: string;
}

/** @param form the one with the delivery fields, where this page has it */
export function keepTyped(form: HTMLFormElement | null): void {
  const typed = read();
  const { pathname } = location;
  const order = `${pathname} ${typed?.cle}`;
  const ended = quietly(() => String(sessionStorage[ENDED])) ?? "";
  // An older order's page says nothing of another form, which was lost on its way.
  const isOlder = ended.startsWith(`${pathname} `) && (!typed?.cle || ended !== order);
  const isPlaced = typed?.isSent && isOrderPage(pathname) && !isOlder;
  if (isPlaced) quietly(() => sessionStorage.setItem(ENDED, order));
  const isOver = isPlaced || (typed && Date.now() - typed.at > DAY_MS);
  // Without a value the scripts failed when it was typed.
  if (isOver || (!typed && !form)) quietly(() => localStorage.removeItem(KEY));
  else if (typed && form) restore(form, typed);
  const offered = offeredIn(form);
  const began = Object.fromEntries(textsOf(form).map(({ name, defaultValue }) => [name, defaultValue]));
  const keep = (isSent: boolean) => {
    if (!form) return;
    const [values, before] = [valuesOf(form), read()?.values];
    // While the communes are being loaded, none is chosen.
    if (!values.commune && values.wilaya === before?.wilaya)
      for (const field of ["commune", "mode"]) values[field] ||= before?.[field] ?? "";
    write({ at: Date.now(), isSent, offered, began, values, cle: fieldValue(form, "cle") });
  };
  // The first touch has loaded this script.
  if (!typed) keep(false);
  form?.addEventListener("input", () => keep(false));
  form?.addEventListener("submit", ({ submitter }) => {
    // Its other buttons order nothing, nor does conform, which checks a field by a submit.
    const button = submitter as HTMLButtonElement | null | undefined;
    if (!button || /^(commander|encore|continuer|defaut)$/.test(button.value)) keep(true);
  });
  // The next one at this device finds nothing of hers; an order that waits is still looked for.
  document.addEventListener("submit", ({ target }) => {
    // Without a line nothing is sent (enhance-forms.ts), and she stays signed in.
    if (isOffline() || !/^\/(logout|account\/delete)/.test((target as HTMLFormElement).getAttribute("action") ?? ""))
      return;
    write(trace());
    forgetAnswered().catch(() => undefined);
  });
}

/** Whether Enter in a text field orders; without any of these it may add to the cart. */
export const ordersByEnter = (form: HTMLFormElement): boolean =>
  ["nom", "prenom", "telephone", "adresse", "commune"].some((field) => fieldValue(form, field).trim());

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(deliveryFields.map((field) => [field, fieldValue(form, field).trim()]));
}

function offeredIn(form: HTMLFormElement | null): string {
  const options = [...(form?.querySelectorAll<HTMLOptionElement>("[name=wilaya] option") ?? [])];
  return options.find(({ defaultSelected }) => defaultSelected)?.value.trim() ?? "";
}

function textsOf(form: HTMLFormElement | null): (HTMLInputElement | HTMLTextAreaElement)[] {
  return deliveryFields.flatMap((name) => {
    const control = form?.elements.namedItem(name);
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    return isText && /^text|tel/.test(control.type) ? control : [];
  });
}

/** Fills in a form in which neither the browser nor the shop has put anything newer. */
function restore(form: HTMLFormElement, { offered, began, values }: Typed): void {
  const texts = textsOf(form);
  const isTyped = ({ value, defaultValue }: (typeof texts)[number]) => value !== defaultValue;
  // Other texts than those that she began with, or wrote herself, are newer, or somebody else's.
  const isNewer = (control: (typeof texts)[number]) => {
    const { name, value, defaultValue } = control;
    const own = values[name] ?? "";
    // Who begins to write the same again was faster than this script.
    const isAgain = !defaultValue && own.toLowerCase().startsWith(value.trim().toLowerCase());
    return (isTyped(control) && !isAgain) || !["", began?.[name], own].includes(defaultValue);
  };
  if (texts.some(isNewer)) return;
  for (const control of texts) {
    if (isTyped(control)) continue;
    control.value = values[control.name] ?? "";
    const folded = control.value && control.closest("details");
    if (folded) folded.open = true;
  }
  const { wilaya, commune, mode } = values;
  if (wilaya && [offered, wilaya].includes(offeredIn(form))) {
    // Its island loads what is not listed yet, and then chooses it (use-delivery.ts).
    history.replaceState({ ...history.state, livraison: { wilaya, commune, way: mode || "domicile" } }, "");
    for (const [field, value] of Object.entries({ wilaya, commune, mode })) {
      const choices = `[name=${field}] option:enabled, input[name=${field}]`;
      const listed = [...form.querySelectorAll<HTMLOptionElement & HTMLInputElement>(choices)];
      const choice = listed.find((option) => value && option.value.trim() === value);
      // An option is selected, a radio checked.
      if (choice) choice.selected = choice.checked = true;
    }
  }
  // As when a browser restores a page: the island wakes and takes the values over.
  dispatchEvent(new Event("pageshow"));
}

const read = (): Typed | undefined => quietly(() => JSON.parse(localStorage[KEY] ?? "null")) ?? undefined;

/** Has the next pages look for an order that waits, though nothing was typed for it. */
export function keepTrace(): void {
  if (!read()) write(trace());
}

const trace = (): Typed => ({ at: Date.now(), isSent: true, offered: "", began: {}, values: {}, cle: "" });

function write(typed: Typed): void {
  quietly(() => localStorage.setItem(KEY, JSON.stringify(typed)));
}
