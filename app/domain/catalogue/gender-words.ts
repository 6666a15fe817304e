import { bareForms, foldedWords } from "../values/plain-text";
import type { Gender } from "./catalogue";

/** For whom a product is, in the words of shops. */

/** As `foldedWords` gives them: French and English, Arabic, Spanish, German, Italian. */
const tables: Record<Gender, string> = {
  enfant: [
    "enfant enfants garcon garcons fille filles bebe bebes junior juniors",
    "kid kids child children boy boys girl girls baby babies toddler toddlers infant infants newborn newborns",
    "طفل اطفال ولد اولاد ولادي بنت بنات بناتي صبيان رضع",
    "nino ninos nina ninas infantil kind kinder jungen madchen bambino bambini bambina bambine",
  ].join(" "),
  femme: [
    "femme femmes dame dames feminin feminine woman women womens ladies lady female",
    "امراه نساء نسائي نسائيه نسا سيدات حريمي",
    "mujer mujeres damen frau frauen donna donne",
  ].join(" "),
  homme: [
    "homme hommes monsieur masculin masculine man men mens male",
    "رجل رجال رجالي رجاليه شباب",
    "hombre hombres caballero caballeros herren mann manner uomo uomini",
  ].join(" "),
  mixte: "mixte unisex unisexe unisexo جنسين",
};
const words = new Map(
  Object.entries(tables).flatMap(([gender, names]) =>
    names.split(" ").map((name) => [name, gender as Gender] as const),
  ),
);

const genderOfWord = (word: string) => bareForms(word).flatMap((form) => words.get(form) ?? [])[0];

/** @returns undefined when the texts do not say it; "mixte" for women and men at once */
export function genderIn(texts: readonly string[]): Gender | undefined {
  const said = new Set(texts.flatMap(foldedWords).flatMap((word) => genderOfWord(word) ?? []));
  if (said.has("enfant")) return "enfant";
  if (said.size === 0) return undefined;
  return said.size > 1 || said.has("mixte") ? "mixte" : said.has("femme") ? "femme" : "homme";
}

/** For whom, where a name says nothing else: "Femmes", "Pour hommes", "للنساء". */
export function genderNamed(name: string): Gender | undefined {
  const telling = foldedWords(name).filter((word) => !["pour", "for", "collection", "de", "s"].includes(word));
  const genders = telling.map(genderOfWord);
  const [first] = genders;
  return first !== undefined && genders.every((gender) => gender === first) ? first : undefined;
}
