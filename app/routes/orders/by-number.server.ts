import { callOrWrite } from "~/domain/phone";
import { settings } from "~/settings.server";

/** Whether order numbers are this shop's own, and not another shop's API's. */
export const hasOwnNumbers = () => settings.apiUrl === undefined;

/** The message of a 429, while number and phone are not compared for an hour, right or wrong. */
export const tooManyGuesses = () =>
  `Trop d'essais. Pendant une heure, cette commande s'ouvre seulement dans le navigateur qui l'a passée, ou dans votre compte si elle y est déjà. Sinon, ${callOrWrite(settings.shopPhone)}.`;
