import { ok, operation, refusal } from "./operation.server";
import * as wire from "./schemas.server";

const placed = {
  200: { description: "La même requête que la première fois\u00a0: sa commande", body: wire.placedOrder },
  201: { description: "La commande est enregistrée", body: wire.placedOrder },
  202: refusal(
    "La commande a été envoyée plus loin, et n'a pas encore de réponse\u00a0: ne pas l'envoyer de nouveau sous une autre" +
      " clé\u00a0; sous la même, la réponse dit ce qu'elle est devenue",
  ),
  409: {
    description:
      "Rien n'a été commandé\u00a0: ce qui a changé, ou la clé a servi, ou trop de commandes attendent d'être confirmées",
    body: wire.changedOrder,
  },
};

/** Answers that every operation may give. */
export const refusals = {
  400: refusal("Ce qui est demandé ne se comprend pas"),
  401: refusal("Le jeton n'est pas, ou plus, valable"),
  403: refusal("Demandé depuis un autre site, ou pour quelqu'un d'autre"),
  404: refusal("N'existe pas"),
  413: refusal("Trop long\u00a0: 64 Ko au plus"),
  415: refusal("Le corps n'est pas du JSON"),
  429: refusal("Trop de tentatives\u00a0; trop de commandes à la fois\u00a0: Retry-After dit quand réessayer"),
  500: refusal("La boutique a échoué"),
  503: refusal("La boutique ne répond pas en ce moment"),
};

/** Who gets in with a guest's token. */
const joined = "avec le jeton d'un invité, ses commandes passent au compte, et ce jeton ne les lit plus";

/** By the names that the document gives them. */
export const operations = {
  listProducts: operation("GET", "/api/products", {
    summary:
      "Les produits en vente, les plus récents d'abord\u00a0; ou ce qu'une recherche trouve\u00a0; filtrés et triés",
    who: "everybody",
    query: wire.productQuery,
    answers: ok("Une page de produits", wire.productList),
    failure: "Erreur de récupération des produits",
  }),
  getProduct: operation("GET", "/api/products/{id}", {
    summary: "Un produit, par son identifiant ou son slug",
    who: "everybody",
    params: wire.byId,
    answers: ok("Le produit", wire.product),
    failure: "Erreur de récupération du produit",
  }),
  listReviews: operation("GET", "/api/products/{id}/reviews", {
    summary: "Les avis publiés de qui a reçu le produit, ceux avec des mots d'abord",
    who: "everybody",
    params: wire.byId,
    query: wire.pageQuery,
    answers: ok("Une page d'avis, et combien il y en a de chaque note", wire.reviewList),
    failure: "Erreur de récupération des avis",
  }),
  listCollections: operation("GET", "/api/collections", {
    summary: "Les collections\u00a0; celles qui ont des produits d'une catégorie",
    who: "everybody",
    query: wire.collectionQuery,
    answers: ok("Les collections", wire.collectionList),
    failure: "Erreur de récupération des collections",
  }),
  getCollection: operation("GET", "/api/collections/{id}", {
    summary: "Une collection, par son identifiant ou son slug, avec ses produits les plus récents",
    who: "everybody",
    params: wire.byId,
    answers: ok("La collection", wire.collectionDetail),
    failure: "Erreur de récupération de la collection",
  }),
  listCategories: operation("GET", "/api/categories", {
    summary: "Les catégories et leurs sous-catégories",
    who: "everybody",
    answers: ok("Les catégories", wire.categoryList),
    failure: "Impossible de charger les catégories",
  }),
  listHomeSections: operation("GET", "/api/content/home-sections", {
    summary: "Ce que la page d'accueil montre, dans l'ordre",
    who: "everybody",
    answers: ok("Les sections", wire.homeSections),
    failure: "Erreur inattendue lors du chargement",
  }),
  listWilayas: operation("GET", "/api/yalidine/wilayas", {
    summary: "Les wilayas desservies",
    who: "everybody",
    answers: ok("Les wilayas", wire.wilayaList),
    failure: "Impossible de charger les wilayas",
  }),
  listCommunes: operation("GET", "/api/yalidine/communes", {
    summary: "Les communes d'une wilaya",
    who: "everybody",
    query: wire.communeQuery,
    answers: ok("Les communes", wire.communeList),
    failure: "Impossible de charger les communes",
  }),
  listCenters: operation("GET", "/api/yalidine/centers", {
    summary: "Les points relais d'une commune",
    who: "everybody",
    query: wire.centerQuery,
    answers: ok("Les points relais", wire.centerList),
    failure: "Impossible de charger les points relais",
  }),
  calculateFees: operation("POST", "/api/yalidine/calculate-fees", {
    summary: "Ce que la livraison d'un colis coûte, au départ d'Oran",
    who: "anybody",
    body: wire.feeQuestion,
    answers: ok("Les frais", wire.fees),
    failure: "Impossible de calculer les frais",
  }),
  listQuotes: operation("GET", "/api/yalidine/quotes", {
    summary: "Ce que la livraison d'autant de paires coûte dans chaque commune d'une wilaya",
    who: "everybody",
    query: wire.quoteQuery,
    answers: ok("Les frais, par commune", wire.quoteList),
    failure: "Impossible de calculer les frais",
  }),
  listWilayaFees: operation("GET", "/api/yalidine/wilaya-fees", {
    summary: "Entre combien et combien la livraison d'autant de paires coûte dans chaque wilaya",
    who: "everybody",
    query: wire.parcelQuery,
    answers: ok("Les frais, par wilaya", wire.wilayaFeesList),
    failure: "Impossible de calculer les frais",
  }),
  getDeliveryInfo: operation("GET", "/api/yalidine/delivery-info", {
    summary: "Comment une commune est desservie, et pour combien une paire y arrive",
    who: "everybody",
    query: wire.placeQuery,
    answers: ok("La livraison dans cette commune", wire.deliveryInfo),
    failure: "Impossible de calculer les frais",
  }),
  logIn: operation("POST", "/auth/login", {
    summary: `Se connecter\u00a0: un jeton qui vaut comme une connexion de la boutique\u00a0; ${joined}`,
    who: "anybody",
    body: wire.login,
    answers: ok("Qui est connecté, et son jeton", wire.signedInUser),
    failure: "Erreur de connexion",
  }),
  register: operation("POST", "/auth/register", {
    summary: `Ouvrir un compte\u00a0: il existe aussitôt, et un e-mail fait confirmer l'adresse\u00a0; ${joined}`,
    who: "anybody",
    body: wire.registration,
    answers: {
      201: { description: "Qui est connecté, et son jeton", body: wire.signedInUser },
      409: refusal("L'adresse a déjà un compte"),
    },
    failure: "Erreur d'inscription",
  }),
  placeOrder: operation("POST", "/api/orders", {
    summary: "Commander, avec ou sans compte\u00a0; paiement à la livraison",
    who: "anybody",
    body: wire.orderRequest,
    once: true,
    answers: placed,
    failure: "Erreur lors de la création de la commande",
  }),
  placeGenericOrder: operation("POST", "/orders", {
    summary: "Commander avec un compte, dans la forme générale",
    who: "account",
    body: wire.genericOrder,
    once: true,
    answers: placed,
    failure: "Erreur lors de la création de la commande",
  }),
  getOrder: operation("GET", "/api/orders/{id}", {
    summary: "Une commande, pour qui l'a passée",
    who: "anybody",
    params: wire.byId,
    answers: ok("La commande", wire.order),
    failure: "Erreur de récupération de la commande",
  }),
  cancelOrder: operation("POST", "/api/orders/{id}/cancel", {
    summary: "Annuler une commande en attente, pour qui l'a passée\u00a0; la requête peut être répétée",
    who: "anybody",
    params: wire.byId,
    answers: { ...ok("La commande, annulée", wire.order), 409: refusal("La boutique l'a déjà confirmée") },
    failure: "Erreur de récupération de la commande",
  }),
  correctOrder: operation("POST", "/api/orders/{id}/correct", {
    summary:
      "Corriger téléphone, adresse et remarque d'une commande en attente, pour qui l'a passée\u00a0; ce qui n'est pas" +
      " envoyé reste",
    who: "anybody",
    params: wire.byId,
    body: wire.correction,
    answers: {
      ...ok("La commande, corrigée", wire.order),
      409: {
        description: "La boutique l'a déjà confirmée, ou trop de commandes de ce téléphone attendent de l'être",
        body: wire.unchangedOrder,
      },
    },
    failure: "Erreur de récupération de la commande",
  }),
  listReviewsOfOrder: operation("GET", "/api/orders/{id}/reviews", {
    summary: "Les articles d'une commande livrée, et où en est l'avis de chacun, pour qui l'a passée",
    who: "anybody",
    params: wire.byId,
    answers: ok("Les articles", wire.orderReviews),
    failure: "Erreur de récupération des avis",
  }),
  sendReview: operation("POST", "/api/orders/{id}/review", {
    summary:
      "Donner son avis sur un article d'une commande livrée, une fois\u00a0; la boutique le lit avant de le publier",
    who: "anybody",
    params: wire.byId,
    body: wire.reviewRequest,
    answers: {
      201: { description: "L'avis attend d'être publié", body: wire.orderReviews },
      409: refusal("La commande n'est pas livrée, ou cet article a déjà un avis"),
    },
    failure: "Votre avis n'a pas pu être envoyé",
  }),
  listOrdersOfUser: operation("GET", "/api/orders/user/{userId}", {
    summary: "Les commandes d'un compte, les plus récentes d'abord, pour lui seul",
    who: "account",
    params: wire.ofUser,
    query: wire.pageQuery,
    answers: ok("Les commandes", wire.orderList),
    failure: "Erreur de récupération des commandes",
  }),
  getDocument: operation("GET", "/api/openapi.json", {
    summary: "Ce document",
    who: "everybody",
    answers: ok("OpenAPI 3.1", wire.document),
  }),
  isLive: operation("GET", "/health/live", {
    summary: "Le programme répond",
    who: "anybody",
    answers: ok("Il répond", wire.health),
  }),
  isReady: operation("GET", "/health/ready", {
    summary: "La boutique peut servir\u00a0: sa base de données répond",
    who: "anybody",
    answers: {
      ...ok("Elle peut servir", wire.health),
      503: { description: "Sa base de données ne répond pas", body: wire.health },
    },
  }),
};
