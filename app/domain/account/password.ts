import { dictionary } from "@zxcvbn-ts/language-common";
import { lengthProblem } from "./password-length";

/** Decision 004: six characters are enough, long passphrases welcome, common ones refused. */

const common = new Set(dictionary["passwords-common"] as readonly string[]);
/** The shop's name is an obvious guess. */
const SHOP = "Wahrane";

/** No name or e-mail address is longer; they may not be checked yet. */
const LONGEST_OWN = 254;

/** Up to the last letter, without the digits and signs that people append. */
const stem = (text: string) => /^.*\p{L}/su.exec(text.toLowerCase())?.[0] ?? "";

/** @param owner names and e-mail address of the account, which others guess first */
export function passwordProblem(password: string, owner: readonly string[] = []): string | undefined {
  const length = lengthProblem(password);
  if (length !== undefined) return length;
  const whole = password.toLowerCase();
  const bare = stem(password);
  if (common.has(whole) || common.has(bare) || bare === stem(SHOP) || new Set(whole).size < 3)
    return "Ce mot de passe est trop courant\u00a0: choisissez-en un autre, par exemple trois mots";
  const ownWords = owner
    .map((text) => text.slice(0, LONGEST_OWN))
    .flatMap((word) => [word, ...word.split("@"), ...word.split(/[@.\s]/)])
    .filter((word) => word.length > 2);
  if (bare !== "" && ownWords.some((word) => stem(word) === bare))
    return "Ce mot de passe ressemble à votre nom ou à votre e-mail\u00a0: choisissez-en un autre";
  return undefined;
}
