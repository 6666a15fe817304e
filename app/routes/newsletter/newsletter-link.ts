/** For a link of the newsletter that is not complete, or no longer valid. */
export const NEWSLETTER_LINK = {
  text:
    "Ce lien n'est pas complet ou n'est plus valable. Ouvrez-le de nouveau depuis l'e-mail, ou inscrivez-vous " +
    "encore une fois.",
  href: "/newsletter",
  label: "Newsletter",
};
