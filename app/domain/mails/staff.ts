import { roleLabels, type StaffRole } from "../office/role";
import { composed, type Letterhead, type Mail, tokenLink, words } from "./compose";

/** To somebody who is to work in the shop. @param letterhead with the address of the back office */
export function staffInvitation(
  letterhead: Letterhead,
  token: string,
  { name, role }: { name: string; role: StaffRole },
): Mail {
  return composed(letterhead, "Votre accès à la gestion de la boutique", [
    words(`Bonjour ${name},`),
    words(`Vous faites partie de l'équipe de Wahrane (rôle\u00a0: ${roleLabels[role].toLowerCase()}).`),
    tokenLink(letterhead, "Entrer dans la gestion", "/gestion/bienvenue", token),
    words(
      "Ce lien sert une fois, pendant une heure. S'il a expiré, demandez-en un autre à la personne qui vous l'a envoyé.",
    ),
    words("Si vous n'attendiez rien de nous, ne faites rien."),
  ]);
}
