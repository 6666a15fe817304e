import * as z from "zod/v4-mini";

/**
 * What is wrong with a new password, undefined when nothing is: `passwordProblem` on the server,
 * `lengthProblem` in browsers, since the list of common passwords is long.
 * @param owner names and e-mail address of the account, as far as the form has them
 */
export type PasswordRule = (password: string, owner: readonly string[]) => string | undefined;

/** Runs when other fields are wrong too, so that all messages appear at once. */
export const newPassword = <Typed extends { motDePasse: string; confirmation: string }>(
  rule: PasswordRule,
  ownerOf: (typed: Typed) => string[] = () => [],
) =>
  z.check<Typed>(({ value, issues }) => {
    const { motDePasse, confirmation } = value;
    const addIssue = (field: string, message: string) =>
      issues.push({ code: "custom", path: [field], message, input: value });
    const problem = rule(motDePasse, ownerOf(value));
    if (problem !== undefined) addIssue("motDePasse", problem);
    else if (motDePasse !== confirmation) addIssue("confirmation", "Les mots de passe ne correspondent pas");
  });
