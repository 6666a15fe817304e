/**
 * What engines lack, what browsers and their extensions do to a page, and what throws in it. Each is a function that runs in the
 * page and knows nothing but the page: as an init script, before all other scripts, or at any later moment.
 */

/**
 * Puts every text into fonts, as the translators of browsers do, and goes on with every text that comes later. A translator writes
 * a text of its own: whoever kept the text that was there changes one that nobody sees any more.
 */
export function translate(): void {
  const written = new WeakSet<Node>();
  const untouched = "script, style, textarea, noscript, template, svg";
  const isForeign = (text: Node) =>
    text.nodeType === Node.TEXT_NODE &&
    text.nodeValue?.trim() &&
    !written.has(text) &&
    text.parentElement?.closest(untouched) === null;
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts.filter(isForeign)) {
      const own = document.createTextNode(text.nodeValue ?? "");
      written.add(own);
      const fonts = [document.createElement("font"), document.createElement("font")];
      for (const font of fonts) font.style.verticalAlign = "inherit";
      fonts[1]?.append(own);
      fonts[0]?.append(fonts[1] ?? "");
      text.parentNode?.replaceChild(fonts[0] ?? own, text);
    }
  };
  const begin = () => {
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData") wrap(target);
        for (const node of addedNodes) if (node.isConnected) wrap(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  // Once the page is parsed, and before the scripts that wait for that.
  if (document.readyState !== "loading") begin();
  else document.addEventListener("readystatechange", begin, { once: true });
}

/** A foreign node first and last in everything that may hold one: a span among words, a div elsewhere. */
export function fillWithNodes(): void {
  const words = "a, abbr, button, dt, em, h1, h2, h3, h4, label, legend, p, q, s, small, span, strong, summary, time";
  const boxes =
    "article, aside, blockquote, body, dd, details, dialog, div, fieldset, footer, form, header, li, main, nav, section";
  const foreign = (name: string) => Object.assign(document.createElement(name), { className: "x-foreign" });
  document.addEventListener(
    "readystatechange",
    () => {
      const elements = [...document.body.querySelectorAll(`${words}, ${boxes}`), document.body];
      for (const element of elements) {
        const name = element.matches(words) ? "span" : "div";
        // The summary of a details has to stay its first child, and the legend that of its fieldset.
        if (!element.matches("details, fieldset")) element.prepend(foreign(name));
        element.append(foreign(name));
      }
    },
    { once: true },
  );
}

/** Engines that lack one thing, or are as old as five years. */
export const missing = {
  "no IntersectionObserver": () => Reflect.deleteProperty(window, "IntersectionObserver"),
  "no Array.prototype.at": () => Reflect.deleteProperty(Array.prototype, "at"),
  "no TextEncoderStream": () => Reflect.deleteProperty(window, "TextEncoderStream"),
  "no structuredClone": () => Reflect.deleteProperty(window, "structuredClone"),
  "no AbortController": () => Reflect.deleteProperty(window, "AbortController"),
  "no requestIdleCallback": () => Reflect.deleteProperty(window, "requestIdleCallback"),
  "no <dialog> that opens": () => Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal"),
  "an engine of 2021": () => {
    const gone: [object, string[]][] = [
      [window, ["IntersectionObserver", "TextEncoderStream", "structuredClone", "requestIdleCallback", "navigation"]],
      [Array.prototype, ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"]],
      [String.prototype, ["at", "replaceAll", "isWellFormed", "toWellFormed"]],
      [Object, ["hasOwn", "groupBy"]],
      [Map, ["groupBy"]],
      [Promise, ["any", "withResolvers", "try"]],
      [AbortSignal, ["any", "timeout"]],
      [URL, ["canParse", "parse"]],
      [Element.prototype, ["checkVisibility"]],
      [HTMLElement.prototype, ["inert", "showPopover"]],
      [HTMLFormElement.prototype, ["requestSubmit"]],
      [Crypto.prototype, ["randomUUID"]],
    ];
    for (const [owner, names] of gone) for (const name of names) Reflect.deleteProperty(owner, name);
  },
} satisfies Record<string, () => void>;

/** What islands use when they wake, when they are used, and in their effects; all of it throws. */
export const throwing = {
  "every listener for input and change": () => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...words: Parameters<typeof listen>) {
      if (words[0] === "input" || words[0] === "change") throw new Error("No listener for this.");
      return listen.apply(this, words);
    };
  },
  "the first listener that an element is given": () => {
    const listen = Element.prototype.addEventListener;
    let isFirst = true;
    Element.prototype.addEventListener = function (this: Element, ...words: Parameters<typeof listen>) {
      const isThrown = isFirst;
      isFirst = false;
      if (isThrown) throw new Error("No listener here.");
      return listen.apply(this, words);
    };
  },
  "new FormData": () => {
    window.FormData = class {
      constructor() {
        throw new Error("No FormData.");
      }
    } as unknown as typeof FormData;
  },
  "new URLSearchParams": () => {
    window.URLSearchParams = class {
      constructor() {
        throw new Error("No URLSearchParams.");
      }
    } as unknown as typeof URLSearchParams;
  },
  "document.title": () =>
    Object.defineProperty(document, "title", {
      get: () => document.querySelector("title")?.textContent ?? "",
      set: () => {
        throw new Error("No title.");
      },
    }),
  "element.focus": () => {
    HTMLElement.prototype.focus = () => {
      throw new Error("No focus.");
    };
  },
  matchMedia: () => {
    window.matchMedia = () => {
      throw new Error("No matchMedia.");
    };
  },
  "observers of every kind": () => {
    for (const kind of [IntersectionObserver, MutationObserver, ResizeObserver])
      kind.prototype.observe = () => {
        throw new Error("No observer.");
      };
  },
} satisfies Record<string, () => void>;

/** What browsers forbid to a page: private windows, in-app browsers, blockers. */
export const forbidden = {
  localStorage: () => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  },
  sessionStorage: () => {
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  },
  "history.replaceState and pushState": () => {
    const refuse = () => {
      throw new DOMException("Too many calls.", "SecurityError");
    };
    History.prototype.replaceState = refuse;
    History.prototype.pushState = refuse;
  },
  fetch: () => {
    window.fetch = () => {
      throw new TypeError("Forbidden.");
    };
  },
  "navigator.sendBeacon": () => {
    Navigator.prototype.sendBeacon = () => {
      throw new TypeError("Forbidden.");
    };
  },
} satisfies Record<string, () => void>;
