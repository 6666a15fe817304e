import { bareForms, foldedWords } from "~/domain/values/plain-text";

/** What other shops mean by the name of an option or attribute. Pure. */

export type Meaning = "color" | "size" | "gender" | "age" | "brand" | "material" | "fit";

const set = (...texts: string[]) => new Set(texts.join(" ").split(" "));

/** As `foldedWords` gives them: French and English, Arabic, Spanish, German, Italian. */
const meanings: Record<Meaning, ReadonlySet<string>> = {
  color: set(
    "couleur couleurs coloris teinte teintes nuance nuances color colors colour colours",
    "لون الوان colores farbe farben farbton colore colori",
  ),
  size: set(
    "pointure pointures taille tailles dimension dimensions format size sizes",
    "مقاس مقاسات قياس قياسات نمره talla tallas grosse grossen schuhgrosse taglia taglie misura misure numero",
  ),
  gender: set(
    "genre genres sexe sexes gender genders sex public cible target audience",
    "جنس genero sexo geschlecht zielgruppe genere sesso",
  ),
  age: set("age ages tranche عمر edad alter eta"),
  brand: set(
    "marque marques marken marche fabricant fournisseur vendeur brand brands vendor manufacturer maker",
    "ماركه ماركات علامه علامات تجاريه marca marcas fabricante marke hersteller marchio marchi produttore бренд бренды",
  ),
  material: set(
    "matiere matieres materiau materiaux material materials dessus tige upper",
    "ماده خامه materiale materiali obermaterial",
  ),
  fit: set("chaussant fit passform calzata"),
};

/** Words that say which system of sizes it is. */
const european = set("eu eur fr europe european europeen europeenne europea europeo europaische");
const foreign = set("us usa uk american americain americaine anglais anglaise jp japan cm");

/** Words beside the one that counts. */
const fillers = set(
  "pa attribute attribut attributs option options variante variant choix choisir choisissez votre select choose your",
  "du de la le les l des d of the un une en el los las der die das il lo gli وال",
  "produit product article item principal principale main primary pattern motif group groupe",
  "google shopping meta metafields custom shopify",
  "chaussure chaussures shoe shoes footwear zapato zapatos calzado schuh schuhe scarpa scarpe حذاء احذيه اختر",
);

/** Something that is measured, and no size of a shoe. */
const measured = set(
  "cm mm m kg g ml cl l w watt watts longueur hauteur largeur talon poids length height width heel weight",
  "mois ans an months years quantite quantity qty pack lot nombre volume طول وزن كميه",
);

const isIn = (words: ReadonlySet<string>) => (word: string) => bareForms(word).some((form) => words.has(form));

/**
 * @param name "Pointure (EU)", "pa_couleur", "Colour/Pattern", "اللون"
 * @returns what all of its words mean, apart from those that mean nothing here
 */
export function meaningOf(name: string): Meaning | undefined {
  const words = foldedWords(name);
  const telling = words.filter((word) => !isIn(fillers)(word) && !isIn(european)(word) && !isIn(foreign)(word));
  // "EU" alone is a size; "Choix" alone is nothing.
  if (telling.length === 0)
    return words.some((word) => isIn(european)(word) || isIn(foreign)(word)) ? "size" : undefined;
  const all = Object.keys(meanings) as Meaning[];
  return all.find((meaning) => telling.every(isIn(meanings[meaning])));
}

/** Whether any word of a name means that: "Couleur de la semelle" is a colour of something. */
export const mentions = (name: string, meaning: Meaning): boolean => foldedWords(name).some(isIn(meanings[meaning]));

/** Whether it may hold sizes of shoes although its name does not say so. */
export const mayBeSize = (name: string): boolean =>
  meaningOf(name) === undefined && !foldedWords(name).some(isIn(measured));

/** "Taille US", "UK", "cm": sizes that are not European, whatever their numbers are. */
export const isForeignSize = (name: string): boolean => {
  const words = foldedWords(name);
  return words.some(isIn(foreign)) && !words.some(isIn(european));
};
