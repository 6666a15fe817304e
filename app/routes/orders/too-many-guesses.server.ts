import { callOrWrite } from "~/domain/phone";
import { settings } from "~/settings.server";

/** Said with 429 when number and phone are no longer compared for an hour; also to who has them right. */
export const tooManyGuesses = () =>
  `Trop d'essais. Pendant une heure, cette commande s'ouvre seulement dans le navigateur qui l'a passée, ou dans votre compte si elle y est déjà. Sinon, ${callOrWrite(settings.shopPhone)}.`;
