/** In the order of their bits (stock-index.ts); the hex is for the dot beside the label. */
export const familyTable = {
  noir: { label: "Noir", hex: "#1f1e20" },
  blanc: { label: "Blanc", hex: "#f4f0e8" },
  gris: { label: "Gris", hex: "#8d8b87" },
  taupe: { label: "Taupe", hex: "#8d7a68" },
  beige: { label: "Beige", hex: "#d3c2a3" },
  marron: { label: "Marron", hex: "#6f4528" },
  rouge: { label: "Rouge", hex: "#b0272c" },
  rose: { label: "Rose", hex: "#d78f97" },
  orange: { label: "Orange", hex: "#dd7338" },
  jaune: { label: "Jaune", hex: "#e3b93a" },
  vert: { label: "Vert", hex: "#4f6b45" },
  bleu: { label: "Bleu", hex: "#2b5f95" },
  violet: { label: "Violet", hex: "#7d6298" },
  metal: { label: "Doré et argenté", hex: "#c4a15c" },
} as const;
export type ColorFamily = keyof typeof familyTable;
export const colorFamilies = Object.keys(familyTable) as ColorFamily[];

/**
 * Makers' and shops' words for colours, as `foldedWords` gives them: French and English, Arabic,
 * Spanish, German, Italian.
 */

/** Colours by themselves; other words beside them only name the shade. */
const basic: Record<ColorFamily, string> = {
  noir: "noir noire noirs noires black negro negra schwarz nero nera اسود سوداء سودا",
  blanc: "blanc blanche blancs blanches white blanco blanca weiss bianco bianca ابيض بيضاء بيضا",
  gris: "gris grise grises gray grey grau grigio grigia رمادي رماديه رصاصي رصاصيه",
  taupe: "taupe",
  beige: "beige beiges بيج",
  marron: "marron marrons brun brune bruns brown braun marrone بني بنيه",
  rouge: "rouge rouges red rojo roja rot rosso rossa احمر حمراء حمرا",
  rose: "rose roses pink rosa وردي ورديه زهري زهريه",
  orange: "orange oranges naranja arancione برتقالي برتقاليه",
  jaune: "jaune jaunes yellow amarillo amarilla gelb giallo gialla اصفر صفراء صفرا",
  vert: "vert verte verts vertes green verde grun اخضر خضراء خضرا",
  bleu: "bleu bleue bleus bleues blue azul blau blu azzurro azzurra ازرق زرقاء زرقا",
  violet: "violet violette purple morado morada lila violett viola بنفسجي بنفسجيه موف",
  metal: "or gold silver dorado dorada plateado plateada silber oro argento ذهبي ذهبيه فضي فضيه",
};

/** Shades; one of them may look like two colours. */
const shades: readonly (readonly [string, ...ColorFamily[]])[] = [
  ["anthracite charcoal antracita anthrazit antracite فحمي", "gris", "noir"],
  ["ebene", "noir"],
  ["ivoire creme cream crema panna marfil كريمي عاجي", "blanc", "beige"],
  ["ardoise", "gris", "bleu"],
  ["ciment", "gris"],
  ["ecru lin nude sable sables sand arena رملي", "beige"],
  ["sel", "beige", "blanc"],
  ["acajou caramel chocolat chocolate cognac cuir cuero cuoio fauve tabac cafe kaffee شوكولاطه", "marron"],
  ["camel tan جملي", "marron", "beige"],
  ["miel honey عسلي", "marron", "jaune"],
  ["noisette", "marron", "taupe"],
  ["bordeaux burgundy burdeos bordo grenade granate عنابي نبيذي خمري", "rouge"],
  ["brique piment ziegel", "rouge", "orange"],
  ["bougainvillier fuchsia fucsia فوشيا", "rose"],
  ["framboise", "rose", "rouge"],
  ["abricot clementine mandarine مشمشي", "orange"],
  ["corail coral مرجاني", "orange", "rose"],
  ["terracotta terre", "orange", "marron"],
  ["moutarde mustard mostaza خردلي", "jaune"],
  ["safran", "jaune", "orange"],
  ["kaki khaki caqui mousse olive oliva كاكي زيتي", "vert"],
  ["turquoise turquesa turkis turchese lagon تركواز فيروزي", "bleu", "vert"],
  ["indigo marine navy marino celeste كحلي سماوي نيلي", "bleu"],
  ["lavande lilas prune ليلكي", "violet"],
  ["dore doree argent argente argentee bronze نحاسي برونزي", "metal"],
];

const list = (text: string) => text.split(" ");

export const colorWords: ReadonlyMap<string, readonly ColorFamily[]> = new Map([
  ...Object.entries(basic).flatMap(([family, words]) =>
    list(words).map((word): [string, ColorFamily[]] => [word, [family as ColorFamily]]),
  ),
  ...shades.flatMap(([words, ...families]) => list(words).map((word): [string, ColorFamily[]] => [word, families])),
]);

export const basicWords: ReadonlySet<string> = new Set(Object.values(basic).flatMap(list));
