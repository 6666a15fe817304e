import { dictionary } from "@zxcvbn-ts/language-common";

/** Decision 22: six characters are enough, and the specification's words; long passphrases are welcome, common ones are not. Server only. */

const SHORTEST = 6;
/** More is no passphrase. */
const LONGEST = 128;

const common = new Set(dictionary["passwords-common"] as readonly string[]);

/**
 * @param owner names and address of whose it is: the first things that others try
 * @returns what is wrong with a new password; undefined when nothing is
 */
export function passwordProblem(password: string, owner: readonly string[] = []): string | undefined {
  const length = [...password].length;
  if (length === 0) return "Le mot de passe est requis";
  if (length < SHORTEST) return "Le mot de passe doit contenir au moins 6 caractères";
  if (length > LONGEST) return "Le mot de passe est trop long (128 caractères au plus)";
  const bare = password.toLowerCase();
  const isCommon = common.has(bare) || common.has(bare.replace(/[\d\W_]+$/, "")) || new Set(bare).size < 3;
  if (isCommon) return "Ce mot de passe est trop courant\u00a0: choisissez-en un autre, par exemple trois mots";
  const own = owner.flatMap((word) => [word, ...word.split(/[@.\s]/)]).map((word) => word.toLowerCase());
  if (own.some((word) => word.length > 2 && bare.replace(/[\d\W_]+$/, "") === word.replace(/[\d\W_]+$/, "")))
    return "Ce mot de passe ressemble à votre nom ou à votre e-mail\u00a0: choisissez-en un autre";
  return undefined;
}
