import { overlong } from "../values/form-fields";

const SHORTEST = 6;
/** No passphrase is longer. */
const LONGEST = 128;

/** The rule that browsers check too; password.ts adds the long list of common passwords. */
export function lengthProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length === 0) return "Le mot de passe est requis";
  if (length < SHORTEST) return `Le mot de passe doit contenir au moins ${SHORTEST} caractères`;
  if (length > LONGEST) return overlong("Le mot de passe est trop long", length, LONGEST);
  return undefined;
}
