import { isRouteErrorResponse } from "@remix-run/react";
import type { NavigationLink } from "./link-list";

interface ErrorText {
  title: string;
  /** What could not be done, where that is known. */
  what?: string;
  /** What may help. */
  message: string;
  links: readonly NavigationLink[];
}

export const home: NavigationLink = { href: "/", label: "Accueil" };
export const shop: NavigationLink = { href: "/shop", label: "Boutique" };
export const search: NavigationLink = { href: "/search", label: "Recherche" };

export const pageNotFound = {
  title: "Page introuvable",
  message: "La page que vous cherchez n'existe pas ou a été déplacée.",
};

const texts: Record<number, { title: string; message: string }> = {
  400: {
    title: "Demande incomprise",
    message: "Votre navigateur a envoyé une demande que nous ne comprenons pas. Revenez en arrière et réessayez.",
  },
  403: {
    title: "Demande refusée",
    message:
      "Cette demande venait d'un autre site\u00a0: rien n'a été fait. Ouvrez la page dans notre boutique et recommencez.",
  },
  404: pageNotFound,
  405: {
    title: "Demande impossible",
    message: "Cette page ne reçoit pas de formulaire\u00a0: rien n'a été fait. Revenez en arrière et réessayez.",
  },
  413: {
    title: "Formulaire trop long",
    message: "Votre formulaire est trop long\u00a0: rien n'a été enregistré. Raccourcissez vos textes et réessayez.",
  },
  503: {
    title: "Boutique momentanément indisponible",
    message:
      "Nous n'arrivons pas à répondre pour l'instant. Réessayez dans une minute, ou contactez-nous. Si vous remplissiez un formulaire, revenez en arrière\u00a0: ce que vous avez écrit y est encore.",
  },
};

const unexpected = {
  title: "Oups, une erreur est survenue",
  message:
    "Ce n'est pas votre faute. Rien n'a été perdu ni commandé deux fois. Réessayez dans une minute, ou contactez-nous.",
};

interface Area {
  /** What cannot be shown while the shop is away (section 8). */
  away?: string;
  /** Why there is no such page, and where else to look. */
  gone?: { message: string; links: readonly NavigationLink[] };
}

const noProducts: Area = { away: "Impossible de charger les produits. Veuillez réessayer." };
const noCollections: Area = { away: "Une erreur est survenue lors du chargement des collections." };

/** By the first part of the address; home and search have messages of their own. */
const areas: Record<string, Area> = {
  shop: noProducts,
  nouveaute: noProducts,
  sales: noProducts,
  product: {
    away: "Impossible de charger les détails du produit. Veuillez réessayer plus tard.",
    gone: { message: "Ce modèle n'est plus en vente, ou son adresse a changé.", links: [shop, search] },
  },
  collections: { away: "Impossible de charger les collections" },
  collection: {
    away: "Impossible de charger la collection",
    gone: {
      message: "Cette collection n'existe plus, ou son adresse a changé.",
      links: [{ href: "/collections", label: "Toutes les collections" }, shop],
    },
  },
  category: {
    gone: {
      message: "Cette catégorie n'existe plus, ou son adresse a changé.",
      links: [{ href: "/categories", label: "Toutes les catégories" }, shop],
    },
  },
  homme: noCollections,
  femme: noCollections,
  enfant: noCollections,
  commande: { away: "Erreur lors du chargement de la commande" },
  // The order may exist after all: its form, sent again, finds it.
  checkout: { away: "Votre commande n'a pas pu être traitée. Veuillez réessayer." },
};

function areaOf(path: string): Area | undefined {
  const [, first = "", second, third] = path.split("/");
  if (first !== "account") return areas[first];
  return second === "orders" ? (third ? areas.commande : accountOrders) : undefined;
}

/** Shown when an account's orders cannot be read (section 8). */
export const NO_ORDERS = "Erreur lors du chargement des commandes";
const accountOrders: Area = { away: NO_ORDERS };

/**
 * The text of a page that cannot be shown; a route's own message (`data({ message })`) comes first.
 * @param path of the page that failed
 */
export function errorText(error: unknown, path: string): ErrorText {
  if (!isRouteErrorResponse(error)) return { ...unexpected, links: [home] };
  const text = texts[error.status] ?? unexpected;
  const area = areaOf(path);
  const ownMessage = (error.data as { message?: unknown } | null)?.message;
  const message = typeof ownMessage === "string" ? ownMessage : undefined;
  if (error.status === 503) {
    const what = message ?? area?.away;
    return { ...text, ...(what ? { what } : {}), links: [...(area?.gone?.links.slice(0, 1) ?? []), home] };
  }
  const rest = (error.status === 404 && message && area?.gone) || { message: text.message, links: [home, shop] };
  return { title: message ?? text.title, ...rest };
}
