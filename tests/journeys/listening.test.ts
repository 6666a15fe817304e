import { describe, expect, it } from "vitest";
import { Log, listenToAnOrder } from "../support/browser/listening";
import { listenToCalls } from "../support/browser/office-listening";
import { spokenLines } from "../support/browser/reader";
import { shopWithVisitors } from "../support/shop/served-shop";

const { shop, visitor } = shopWithVisitors();

/** Each phrase by its own line, as the reader names them. */
const lines = (text: string) => text.trim().split(/\n\s*/);

describe("what is heard", () => {
  it.each([
    [
      "a link and the words that it is made of",
      "link, Panier , 2 articles\nPanier\n, 2 articles\nend of link, Panier , 2 articles",
      "link, Panier, 2 articles",
    ],
    ["a picture in a link of the same name", "link, Sable\nimage, Sable\nend of link, Sable", "link, Sable"],
    [
      "a link whose picture says something else",
      "link, Sable\nimage, Camel\nend of link, Sable",
      "link, Sable\nimage, Camel\nend of link",
    ],
    ["a button's sign", "button, Augmenter\n+\nend of button, Augmenter", "button, Augmenter"],
    [
      "a form with a name, and what is in it",
      "form, Appel\nform\nbutton, Noter\nend of form\nend of form, Appel",
      "form, Appel\nbutton, Noter\nend of form",
    ],
    ["an alert that says something", "alert\nalert\nErreur\nend of alert", "alert\nErreur\nend of alert"],
    ["a paragraph in parts", "paragraph\n1\npaire\n.\nend of paragraph", "1 paire."],
    ["a label beside its field", "Nom\ntextbox, Nom, required", "textbox, Nom, required"],
    ["a sentence around a link", "Rien\n? Voyez\nlink, ici", "Rien ? Voyez\nlink, ici"],
    ["other words beside a field", "Nom complet\ntextbox, Nom, required", "Nom complet\ntextbox, Nom, required"],
    [
      "how many items a list has",
      "list\nlistitem, level 1, position 1, set size 2\nUn\nend of listitem, level 1, position 1, set size 2\nlistitem, level 1, current step, position 2, set size 2\nDeux\nend of listitem, level 1, current step, position 2, set size 2\nend of list",
      "list, 2 items\nUn\nlistitem, current step\nDeux",
    ],
    [
      "the first of many options, and the chosen one",
      "combobox, Taille\noption, A, not selected, position 1, set size 5\noption, B, not selected, position 2, set size 5\noption, C, not selected, position 3, set size 5\noption, D, selected, position 4, set size 5\noption, E, not selected, position 5, set size 5\nend of combobox, Taille",
      "combobox, Taille\noption, D, selected\noption, A, not selected\noption, B, not selected\noption, C, not selected\n… 1 more",
    ],
  ])("is, in a line: %s", (_, phrases, expected) => {
    expect(spokenLines(lines(phrases))).toEqual(lines(expected));
  });
});

describe("docs/registers/screen-reader.md", () => {
  it("is what a screen reader says on the way to an order (A-4)", async () => {
    const { page } = await visitor({ reducedMotion: "reduce" });
    const log = new Log("# What a screen reader says\n\nA shopper who listens registers and orders a pair.");
    await listenToAnOrder(page, shop, () => log.record(page));
    // Its name depends on the day.
    const said = log.toString().replace(/(soldes) d'été/gi, "$1");
    await expect(said).toMatchFileSnapshot("../../docs/registers/screen-reader.md");
  });
});

describe("docs/registers/screen-reader-office.md", () => {
  it("is what a screen reader says to somebody who calls (A-4)", async () => {
    const { page } = await visitor({ reducedMotion: "reduce" });
    const log = new Log(
      "# What a screen reader says in the back office\n\nSomebody who listens comes in and calls two orders. 'said' is what scripts " +
        "announce of a page\nthat they fetched.",
    );
    await listenToCalls(page, shop, (said) => log.record(page, said));
    await expect(log.toString()).toMatchFileSnapshot("../../docs/registers/screen-reader-office.md");
  });
});
