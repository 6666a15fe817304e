import { overlong } from "../values/form-fields";

export const SHORTEST_PASSWORD = 6;
/** No passphrase is longer. */
export const LONGEST_PASSWORD = 128;

/** The rule that browsers check too; password.ts adds the long list of common passwords. */
export function lengthProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length === 0) return "Le mot de passe est requis";
  if (length < SHORTEST_PASSWORD) return `Le mot de passe doit contenir au moins ${SHORTEST_PASSWORD} caractères`;
  if (length > LONGEST_PASSWORD) return overlong("Le mot de passe est trop long", length, LONGEST_PASSWORD);
  return undefined;
}
