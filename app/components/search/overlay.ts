import {
  DEBOUNCE_MS,
  MAX_SEARCH,
  POPULAR_SEARCHES,
  SEARCH_EMPTY,
  SEARCH_FAILED,
  SEARCH_PLACEHOLDER,
  searchHeading,
  searchPath,
  totalText,
} from "~/domain/catalogue/search-texts";
import { signButton } from "../layout/panel";
import type { Suggestion, Suggestions } from "./suggestions";

/** After so long a search has failed. */
const PATIENCE_MS = 10_000;

/** Section 2, search overlay: results as one types; Enter submits its form to /search. */
export class SearchOverlay {
  readonly dialog: HTMLDialogElement;
  readonly #field = el("input", {
    id: "recherche-rapide",
    className: "field",
    name: "q",
    type: "text",
    inputMode: "search",
    enterKeyHint: "search",
    autocapitalize: "off",
    placeholder: SEARCH_PLACEHOLDER,
    autofocus: true,
  });
  readonly #status = el("span");
  readonly #spinner = el("span", { className: "search-spinner", hidden: true });
  readonly #list = el("ul", { className: "search-list" });
  readonly #all = el("a", { className: "button search-all", hidden: true });
  readonly #terms = el("ul");
  readonly #popular = el("div", { className: "search-popular", hidden: true });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  /** The search whose results are shown. */
  #words = "";

  constructor(dialog: HTMLDialogElement) {
    this.dialog = dialog;
    dialog.setAttribute("aria-label", "Recherche");

    const label = el("label", { className: "sr-only", htmlFor: this.#field.id }, "Rechercher");
    const send = el("button", { className: "button search-send", type: "submit" }, "Rechercher");
    const close = signButton("search-close", "Fermer la recherche", "✕", () => dialog.close());
    const form = el(
      "form",
      { className: "search-row", method: "get", action: "/search" },
      label,
      this.#field,
      send,
      close,
    );
    form.setAttribute("role", "search");

    const status = el("p", { className: "search-status" }, this.#status, this.#spinner);
    this.#status.setAttribute("role", "status");
    this.#popular.append(el("h2", {}, POPULAR_SEARCHES), this.#terms);

    dialog.append(el("div", { className: "search-box" }, form, status, this.#list, this.#all, this.#popular));

    // A phone's keyboard may cover half of the window: the dialog takes what is left.
    const viewport = window.visualViewport;
    viewport?.addEventListener("resize", () => dialog.style.setProperty("--search-room", `${viewport.height}px`));

    dialog.addEventListener("close", () => this.#stop());
    this.#field.addEventListener("input", () => this.#typed(DEBOUNCE_MS));
    this.#show("", undefined);
  }

  /** Called once the dialog is open, with what was typed elsewhere; typing goes on behind it. */
  enter(typed: string): void {
    this.#field.focus();
    if (typed) this.#field.value = typed;
    else this.#field.select();
    if (this.#terms.childElementCount === 0) void this.#offerTerms();
    // Closing the dialog dropped this search.
    if (this.#field.value.trim() !== this.#words) this.#typed(0);
  }

  async #offerTerms(): Promise<void> {
    const { popular } = await fetchSuggestions("", new AbortController().signal).catch(() => ({ popular: [] }));
    if (this.#terms.childElementCount > 0) return;
    for (const term of popular) {
      const button = el("button", { className: "button", type: "button" }, term);
      button.addEventListener("click", () => {
        this.#field.value = term;
        this.#field.focus();
        this.#typed(0);
      });
      this.#terms.append(el("li", {}, button));
    }
    this.#popular.hidden = this.#list.childElementCount > 0 || popular.length === 0;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = undefined;
    this.#spinner.hidden = true;
  }

  #typed(delay: number): void {
    this.#stop();
    const words = this.#field.value.replace(/\s+/g, " ").trim().slice(0, MAX_SEARCH);
    if (words === "") {
      this.#show("", undefined);
      return;
    }
    this.#timer = setTimeout(() => void this.#search(words), delay);
  }

  async #search(words: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    this.#spinner.hidden = false;
    const timer = setTimeout(() => request.abort(), PATIENCE_MS);
    try {
      const answer = await fetchSuggestions(words, request.signal);
      if (this.#request === request) this.#show(words, answer);
    } catch {
      if (this.#request === request) this.#fail();
    } finally {
      clearTimeout(timer);
      if (this.#request === request) this.#stop();
    }
  }

  #show(words: string, answer: Suggestions | undefined): void {
    this.#words = words;
    this.#status.textContent = answer ? searchHeading(words, answer) : SEARCH_EMPTY;
    const products = answer?.products ?? [];
    this.#list.replaceChildren(...products.map(itemOf));
    const total = answer?.total ?? 0;
    this.#all.hidden = total <= products.length;
    this.#all.href = searchPath(words);
    this.#all.textContent = answer?.isCut ? "Voir plus de résultats" : `Voir les ${totalText({ total })} résultats`;
    this.#popular.hidden = products.length > 0 || this.#terms.childElementCount === 0;
  }

  #fail(): void {
    this.#show("", undefined);
    this.#status.textContent = SEARCH_FAILED;
  }
}

async function fetchSuggestions(words: string, signal: AbortSignal): Promise<Suggestions> {
  const address = `/search/suggestions?${new URLSearchParams(words ? { q: words } : {})}`;
  const answer = await fetch(address, { signal, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Suggestions;
}

function itemOf({ href, name, color, price, picture }: Suggestion): HTMLLIElement {
  const plate = el("span", { className: "search-picture plate" });
  if (picture) plate.append(pictureOf(picture));
  const link = el(
    "a",
    { href },
    plate,
    el("span", { className: "search-name" }, color ? `${name}, ${color}` : name),
    el("span", { className: "search-price" }, price),
  );
  return el("li", {}, link);
}

function pictureOf(src: string): HTMLPictureElement {
  const small = (type: string) => `/pictures/${src}-400.${type}`;
  const image = el("img", { width: 80, height: 80, alt: "", loading: "lazy" });
  const picture = el("picture", {}, el("source", { type: "image/avif", srcset: small("avif") }), image);
  // A picture that fails to load leaves its background.
  image.addEventListener("error", () => picture.remove());
  image.src = small("webp");
  return picture;
}

function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
