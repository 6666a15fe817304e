import { partAddress } from "~/domain/values/parameters";

/** Shows the list that the panel's form asks for, in place of the one that is there. */

/** A page that takes longer is asked for by the browser itself. */
const PATIENCE_MS = 10_000;

/** The request whose answer is to be shown; another choice ends it. */
let running: AbortController | undefined;

/**
 * @param toResults whether to go on to the list, as the panel's button does
 * @returns whether the list was replaced
 * @throws when the list cannot be had, or is no longer like this one
 */
export async function refreshList(form: HTMLFormElement, toResults: boolean): Promise<boolean> {
  const address = addressOf(form);
  const isThere = !running && address === location.pathname + location.search;
  const page = isThere ? undefined : await pageAt(form, address);
  if (!isThere && !page) return false;
  if (page) {
    // Marked, so that Back finds out that the list has to be replaced.
    history.replaceState({ ...history.state, hasChoices: true, listY: scrollY }, "");
    if (address !== location.pathname + location.search) history.pushState({ hasChoices: true }, "", address);
    show(form, page, toResults);
  }
  if (toResults) goToResults(form);
  return page !== undefined;
}

/** As `refreshList`, for the address that Back or Forward led to. */
export async function goBack(form: HTMLFormElement): Promise<boolean> {
  // The page itself knows how many products were shown (add-pages.ts).
  if ("listFrom" in history.state) throw new Error("This list was added to.");
  const page = await pageAt(form, location.pathname + location.search);
  if (!page) return false;
  show(form, page);
  form.reset();
  return true;
}

/** What the form would ask for without scripts. */
function addressOf(form: HTMLFormElement): string {
  const search = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])).toString();
  const { pathname } = new URL(form.action);
  return search ? `${pathname}?${search}` : pathname;
}

/** @returns undefined when another choice was made meanwhile */
async function pageAt(form: HTMLFormElement, address: string): Promise<Document | undefined> {
  running?.abort();
  const request = new AbortController();
  running = request;
  const timer = setTimeout(() => request.abort(), PATIENCE_MS);
  const { column } = partsOf(document);
  column.setAttribute("aria-busy", "true");
  // Its number is the one of the choice before.
  for (const button of form.querySelectorAll("[type=submit]")) button.textContent = "Voir les résultats";
  statusFor(form).textContent = "";
  try {
    const answer = await fetch(partAddress(address), { headers: { accept: "text/html" }, signal: request.signal });
    const text = await answer.text();
    if (running !== request) return undefined;
    if (!answer.ok || answer.redirected) throw new Error("That is no list.");
    return new DOMParser().parseFromString(text, "text/html");
  } catch (error) {
    if (running !== request) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    if (running === request) {
      running = undefined;
      column.removeAttribute("aria-busy");
    }
  }
}

function show(form: HTMLFormElement, page: Document, isReadOut = false): void {
  const [old, fresh] = [partsOf(document), partsOf(page)];
  const focused = document.activeElement as HTMLInputElement;
  const top = focused.getBoundingClientRect().top;
  document.title = page.title;
  for (const selector of ["h1", "[data-chips]", ".filters summary", `#${form.id}`]) {
    const [here, there] = [document.querySelector(selector), page.querySelector(selector)];
    if (here && there) morph(here, there);
  }
  const count = fresh.row?.querySelector("p")?.textContent;
  // Its list may have the focus.
  if (old.row && fresh.row) {
    morph(old.row, fresh.row);
    while (old.row.nextSibling) old.row.nextSibling.remove();
    while (fresh.row.nextSibling) old.column.append(fresh.row.nextSibling);
  } else old.column.replaceChildren(...fresh.column.childNodes);
  if (!isReadOut) statusFor(form).textContent = count ?? "Aucun produit trouvé";
  if (!focused.isConnected) sameAs(focused, form)?.focus({ preventScroll: true });
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body)
    (form.closest("dialog") ?? window).scrollBy({
      top: activeElement.getBoundingClientRect().top - top,
      behavior: "instant",
    });
}

/** The panel, and the list beside it with the row that has its count and order. */
function partsOf(page: Document) {
  const panel = page.querySelector(".filters");
  const column = panel?.nextElementSibling;
  if (!panel || !column) throw new Error("There is no list.");
  return { panel, column: column as HTMLElement, row: column.querySelector("[data-sort]")?.parentElement };
}

const sameAs = ({ name, value, type }: HTMLInputElement, form: HTMLFormElement) =>
  ([...form.elements] as HTMLInputElement[]).find(
    (control) => control.name === name && (type !== "checkbox" || control.value === value),
  );

/** Beyond the panel, which covers the list on a phone. */
function goToResults(form: HTMLFormElement): void {
  form.closest("dialog")?.close();
  const { panel, column } = partsOf(document);
  if (panel.querySelector("summary")?.offsetParent) (panel as HTMLDetailsElement).open = false;
  const target = column.querySelector<HTMLElement>("p") ?? form;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Made with the first choice, and filled later, so that screen readers know it by then. */
function statusFor(form: HTMLFormElement): HTMLElement {
  // What is outside an open dialog is not said.
  const page = form.closest("dialog,[data-enhance]") ?? document.body;
  const present = page.querySelector<HTMLElement>(":scope > [role=status]");
  if (present) return present;
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "sr-only";
  page.append(status);
  return status;
}

/**
 * Makes an element like another one. What is the same stays, with its focus; what scripts added
 * (`data-…`) and whether a panel is open stay as well.
 */
function morph(old: Node, fresh: Node): void {
  if (kindOf(old) !== kindOf(fresh)) {
    (old as ChildNode).replaceWith(fresh);
    return;
  }
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open" && !name.startsWith("data-")) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [oldNodes, freshNodes] = [[...old.childNodes], [...fresh.childNodes]];
  for (const [index, freshNode] of freshNodes.entries()) {
    const oldNode = oldNodes[index];
    if (oldNode) morph(oldNode, freshNode);
    else old.append(freshNode);
  }
  for (const node of oldNodes.slice(freshNodes.length)) node.remove();
}

/** A box that was ticked stays ticked, whatever its attributes: it cannot become another one. */
function kindOf(node: Node): string {
  const { nodeName, name, type, value } = node as HTMLInputElement;
  return nodeName === "INPUT" ? [nodeName, name, type === "checkbox" && value].join() : nodeName;
}
