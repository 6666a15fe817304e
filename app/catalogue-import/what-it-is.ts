import type { Kind } from "~/domain/catalogue/catalogue";
import { kindPatterns } from "~/domain/catalogue/product-title";
import { bareForms, foldedWords, plainWords } from "~/domain/values/plain-text";
import type { SourceProduct } from "./source-product";

/** What kind of article a product of a list is. Pure. */

/** Articles that have sizes in figures, and are no shoes. */
const GARMENT =
  /\b(?:jeans?|pants|trousers?|pantalons?|dress(?:es)?|robes?|skirts?|jupes?|shirts?|chemises?|vestes?|jackets?|costumes?|suits?|rings?|bagues?)\b/;

/** As `foldedWords` gives them. */
const shoes = new Set(
  [
    "chaussure chaussures soulier souliers botte bottes bottine bottines boot boots escarpin escarpins mocassin mocassins",
    "derby derbies richelieu richelieus loafer loafers espadrille espadrilles chausson chaussons pantoufle pantoufles",
    "slipper slippers heels pumps oxford oxfords shoe shoes footwear tennis running",
    "zapato zapatos zapatilla zapatillas bota botas sandalia sandalias schuh schuhe stiefel sandalen scarpa scarpe stivali",
    "حذاء احذيه صندل صنادل شبشب كعب بوت سباط بلغه نعل نعال",
  ]
    .join(" ")
    .split(" "),
);

/** Everything that describes a product, except its description. */
const wordsOf = ({ name, categories, tags }: SourceProduct) => [name, ...categories.flat(), ...tags].join(" , ");

const kindIn = (text: string) => {
  const words = plainWords(text);
  return kindPatterns.find(([, pattern]) => pattern.test(words))?.[0];
};

/** The name counts more than categories and tags. */
export const kindOf = (listed: SourceProduct): Kind => kindIn(listed.name) ?? kindIn(wordsOf(listed)) ?? "autres";

export const isShoe = (listed: SourceProduct): boolean =>
  !GARMENT.test(plainWords(listed.name)) &&
  (kindOf(listed) !== "autres" ||
    foldedWords(wordsOf(listed)).some((word) => bareForms(word).some((form) => shoes.has(form))));

export const isGarment = (listed: SourceProduct): boolean =>
  GARMENT.test(plainWords(wordsOf(listed))) && !isShoe(listed);
