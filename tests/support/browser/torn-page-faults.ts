/**
 * What engines lack, what extensions do to a page, and what throws in it. Each function runs in the
 * page, before all other scripts or later, and uses nothing else.
 */

/**
 * Wraps every text into fonts, now and later, as translators do. Their texts are new nodes, so
 * a script that changes an old node changes nothing visible.
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
  // After parsing, before deferred scripts.
  if (document.readyState !== "loading") begin();
  else document.addEventListener("readystatechange", begin, { once: true });
}

/** A foreign node first and last in every element that may hold one. */
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
        // A summary has to stay the first child of its details, and a legend of its fieldset.
        if (!element.matches("details, fieldset")) element.prepend(foreign(name));
        element.append(foreign(name));
      }
    },
    { once: true },
  );
}

/** Engines that lack one feature, or are five years old. */
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

/** Functions that islands use; all of them throw. */
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

/** Features that private windows, in-app browsers and blockers forbid. */
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
