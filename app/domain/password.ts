import { dictionary } from "@zxcvbn-ts/language-common";
import { lengthProblem } from "./password-length";

/** Six characters are enough, long passphrases are welcome, common ones are not (decision 004). Server only. */

const common = new Set(dictionary["passwords-common"] as readonly string[]);
/** The first word that somebody tries who knows where. */
const SHOP = "Wahrane";

/** Without the figures and signs that people put behind a word. */
const stem = (text: string) => text.toLowerCase().replace(/\P{L}+$/u, "");

/**
 * @param owner names and address of whose it is: the first things that others try
 * @returns what is wrong with a new password; undefined when nothing is
 */
export function passwordProblem(password: string, owner: readonly string[] = []): string | undefined {
  const length = lengthProblem(password);
  if (length !== undefined) return length;
  const whole = password.toLowerCase();
  const bare = stem(password);
  if (common.has(whole) || common.has(bare) || bare === stem(SHOP) || new Set(whole).size < 3)
    return "Ce mot de passe est trop courant\u00a0: choisissez-en un autre, par exemple trois mots";
  const own = owner
    .flatMap((word) => [word, ...word.split("@"), ...word.split(/[@.\s]/)])
    .filter((word) => word.length > 2);
  if (bare !== "" && own.some((word) => stem(word) === bare))
    return "Ce mot de passe ressemble à votre nom ou à votre e-mail\u00a0: choisissez-en un autre";
  return undefined;
}
