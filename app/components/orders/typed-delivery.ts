import { deliveryFields } from "~/domain/delivery/delivery-view";
import { fieldValue } from "../forms/field-value";

/**
 * Keeps what is typed in the delivery form on this device, for a day at most and until the order is
 * there: a reload, a closed tab or a phone that ran out of memory loses nothing.
 */

const KEY = "saisie";
const DAY_MS = 86_400_000;

interface Typed {
  at: number;
  /** Whether the form was sent: the next page of an order then means that it has arrived. */
  isSent: boolean;
  /** The wilaya that the page began with; one that differs later was chosen since, in the cart. */
  offered: string;
  values: Record<string, string>;
}

/** Pages of an order that the shop has. */
export const isOrderPage = (path: string): boolean => /^\/(commande|verification|account\/orders)\/./.test(path);

/** @param form the one with the delivery fields, where this page has it */
export function keepTyped(form: HTMLFormElement | null): void {
  const typed = read();
  const isOver = typed && (Date.now() - typed.at > DAY_MS || (typed.isSent && isOrderPage(location.pathname)));
  // Without a value the scripts failed when it was typed.
  if (isOver || (!typed && !form)) forget();
  else if (typed && form) restore(form, typed);
  const offered = offeredIn(form);
  const keep = (isSent: boolean) => {
    if (!form) return;
    const [values, before] = [valuesOf(form), read()?.values];
    // While the communes are being loaded, none is chosen.
    if (!values.commune && values.wilaya === before?.wilaya)
      for (const field of ["commune", "mode"]) values[field] ||= before?.[field] ?? "";
    write({ at: Date.now(), isSent, offered, values });
  };
  // The first touch has loaded this script.
  if (!typed) keep(false);
  form?.addEventListener("input", () => keep(false));
  form?.addEventListener("submit", ({ submitter }) => {
    // Its other buttons order nothing, nor does conform, which checks a field by a submit.
    const button = submitter as HTMLButtonElement | null | undefined;
    if (!button || /^(commander|encore|continuer)$/.test(button.value)) keep(true);
  });
  // The next one at this device finds nothing of hers; an order that waits is still looked for.
  document.addEventListener("submit", ({ target }) => {
    if (/^\/(logout|account\/delete)/.test((target as HTMLFormElement).getAttribute("action") ?? "")) write(trace());
  });
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(deliveryFields.map((field) => [field, fieldValue(form, field).trim()]));
}

function offeredIn(form: HTMLFormElement | null): string {
  const options = [...(form?.querySelectorAll<HTMLOptionElement>("[name=wilaya] option") ?? [])];
  return options.find(({ defaultSelected }) => defaultSelected)?.value.trim() ?? "";
}

/** Fills in an empty form: what the shop or the browser has put there is newer. */
function restore(form: HTMLFormElement, { offered, values }: Typed): void {
  const texts = ["nom", "prenom", "telephone", "adresse", "remarque"].flatMap((name) => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : [];
  });
  if (texts.some(({ value }) => value !== "")) return;
  for (const control of texts) control.value = values[control.name] ?? "";
  const remark = texts.find(({ name }) => name === "remarque");
  const folded = remark?.value && remark.closest("details");
  if (folded) folded.open = true;
  const wilaya = form.elements.namedItem("wilaya");
  const isNewest = [offered, values.wilaya].includes(offeredIn(form));
  if (wilaya instanceof HTMLSelectElement && values.wilaya && isNewest) {
    // Its island loads the communes and then chooses this one (use-delivery.ts).
    const { wilaya: id, commune, mode } = values;
    history.replaceState({ ...history.state, livraison: { wilaya: id, commune, way: mode || "domicile" } }, "");
    const option = [...wilaya.options].find(({ value }) => value.trim() === id);
    if (option && !option.disabled) option.selected = true;
  }
  // As when a browser restores a page: the island wakes and takes the values over.
  dispatchEvent(new Event("pageshow"));
}

/* Storage throws where it is off or full: the form then works without it. */

function read(): Typed | undefined {
  try {
    return JSON.parse(localStorage[KEY] ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Has the next pages look for an order that waits, though nothing was typed for it. */
export function keepTrace(): void {
  if (!read()) write(trace());
}

const trace = (): Typed => ({ at: Date.now(), isSent: true, offered: "", values: {} });

function write(typed: Typed): void {
  try {
    localStorage[KEY] = JSON.stringify(typed);
  } catch {}
}

function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {}
}
