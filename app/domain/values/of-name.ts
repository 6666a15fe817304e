import { plainText } from "./plain-text";

/** "d'Amina", "de Karim": y and h are heard in most names here. */
export const ofName = (name: string): string => `${/^[aeiou]/.test(plainText(name)) ? "d'" : "de "}${name}`;
