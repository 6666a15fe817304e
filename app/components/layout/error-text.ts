import { isRouteErrorResponse } from "@remix-run/react";

const texts: Record<number, { title: string; message: string }> = {
  400: {
    title: "Demande incomprise",
    message: "Votre navigateur a envoyé une demande que nous ne comprenons pas. Revenez en arrière et réessayez.",
  },
  403: {
    title: "Demande refusée",
    message:
      "Cette demande venait d'un autre site : rien n'a été fait. Ouvrez la page dans notre boutique et recommencez.",
  },
  404: {
    title: "Page introuvable",
    message: "La page que vous cherchez n'existe pas ou a été déplacée.",
  },
  405: {
    title: "Demande impossible",
    message: "Cette page ne reçoit pas de formulaire : rien n'a été fait. Revenez en arrière et réessayez.",
  },
  413: {
    title: "Formulaire trop long",
    message: "Votre formulaire est trop long : rien n'a été enregistré. Raccourcissez vos textes et réessayez.",
  },
  503: {
    title: "Boutique momentanément indisponible",
    message: "Nous n'arrivons pas à répondre pour l'instant. Réessayez dans une minute, ou appelez-nous.",
  },
};

const unexpected = {
  title: "Oups, une erreur est survenue",
  message:
    "Ce n'est pas votre faute. Rien n'a été perdu ni commandé deux fois. Réessayez dans une minute, ou appelez-nous.",
};

/** What a shopper reads when a page cannot be shown; a route's own message (`data({ message })`) comes first. */
export function errorText(error: unknown): { title: string; message: string } {
  if (!isRouteErrorResponse(error)) return unexpected;
  const text = texts[error.status] ?? unexpected;
  const own = (error.data as { message?: unknown } | null)?.message;
  return typeof own === "string" ? { title: own, message: text.message } : text;
}
