const SHORTEST = 6;
/** More is no passphrase. */
const LONGEST = 128;

/** What a browser can tell as well of a new password; password.ts knows the rest, which takes a long list. */
export function lengthProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length === 0) return "Le mot de passe est requis";
  if (length < SHORTEST) return "Le mot de passe doit contenir au moins 6 caractères";
  if (length > LONGEST) return "Le mot de passe est trop long (128 caractères au plus)";
  return undefined;
}
