import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Addresses that one module answers. */
const several = (file: string, paths: string[]) => paths.map((path) => route(path, file, { id: path }));

/**
 * Every address and the module that answers it. A page stands in the layout of its area, which
 * draws header and footer and shows errors; what is no page stands in none.
 */
export default [
  layout("routes/shop/layout.tsx", [
    index("routes/home/home.tsx"),

    // Catalogue
    route("shop", "routes/catalogue/shop.tsx"),
    ...several("routes/catalogue/audience.tsx", ["homme", "femme", "enfant"]),
    route("nouveaute", "routes/catalogue/arrivals.tsx"),
    route("categories", "routes/catalogue/categories.tsx"),
    route("category/:slug", "routes/catalogue/category.tsx"),
    route("collections", "routes/catalogue/collections.tsx"),
    route("collection/:id", "routes/catalogue/collection.tsx"),
    route("sales/summer", "routes/catalogue/summer-sale.tsx"),
    route("search", "routes/search/search.tsx"),
    route("product/:id", "routes/product/product.tsx"),
    route("product/:id/prevenez-moi", "routes/product/stock-alert.tsx"),
    route("product/:id/avis", "routes/product/all-reviews.tsx"),

    // Cart and order
    route("wishlist", "routes/wishlist/wishlist.tsx"),
    route("cart", "routes/cart/cart.tsx"),
    route("checkout", "routes/checkout/delivery.tsx"),
    route("checkout/paiement", "routes/checkout/payment.tsx"),
    route("checkout/verification", "routes/checkout/summary.tsx"),
    route("commande/:number", "routes/orders/order.tsx"),
    route("commande/:number/annuler", "routes/orders/cancel.tsx"),
    route("commande/:number/modifier", "routes/orders/correct.tsx"),
    route("commande/:number/avis", "routes/orders/review.tsx"),
    route("verification/:reference", "routes/orders/unsettled.tsx"),
    route("suivi", "routes/orders/track.tsx"),

    // Accounts
    route("login", "routes/access/login.tsx"),
    route("register", "routes/access/register.tsx"),
    ...several("routes/links/mailed-link.tsx", ["register/confirmation", "register/pas-moi"]),
    route("forgot-password", "routes/access/forgot-password.tsx"),
    route("forgot-password/merci", "routes/access/forgot-thanks.tsx"),
    route("reset-password", "routes/links/reset-password.tsx"),
    route("email-confirmation", "routes/links/email-confirmation.tsx"),
    route("account", "routes/account/profile.tsx"),
    route("account/orders", "routes/orders/account-orders.tsx"),
    route("account/orders/:number", "routes/orders/account-order.tsx"),
    route("account/wishlist", "routes/wishlist/account-wishlist.tsx"),
    route("account/security", "routes/account/security.tsx"),
    route("account/delete", "routes/account/delete.tsx"),

    // About the shop
    route("contact", "routes/contact/contact.tsx"),
    route("contact/merci", "routes/contact/thanks.tsx"),
    route("newsletter", "routes/newsletter/newsletter.tsx"),
    route("newsletter/merci", "routes/newsletter/thanks.tsx"),
    ...several("routes/links/mailed-link.tsx", ["newsletter/confirmation", "newsletter/desinscription"]),
    ...several("routes/links/mailed-link.tsx", ["prevenez-moi/oublier", "avis/ne-plus-ecrire"]),
    route("about", "routes/pages/about.tsx"),
    route("faq", "routes/pages/faq.tsx"),
    route("loyalty-program", "routes/pages/loyalty-program.tsx"),
    route("terms", "routes/pages/terms.tsx"),
    route("privacy", "routes/pages/privacy.tsx"),

    // About the API, and dead ends
    route("api", "routes/api/about.tsx"),
    route("404", "routes/errors/not-found.tsx"),
    route("refus/:status", "routes/errors/refused.tsx"),
  ]),

  // The merchant's back office
  route("gestion/sortie", "routes/office/sign-out.ts"),
  route("gestion/theme", "routes/office/theme.ts"),
  route("gestion/commandes/export", "routes/office/export.ts"),
  layout("routes/office/layout.tsx", [
    route("gestion/entree", "routes/office/sign-in.tsx"),
    route("gestion/preuve", "routes/office/proof.tsx"),
    route("gestion/reprise", "routes/office/resume.tsx"),
    route("gestion/bienvenue", "routes/office/welcome.tsx"),
    route("gestion/codes", "routes/office/codes.tsx"),
    route("gestion/securite", "routes/office/security.tsx"),
    route("gestion/equipe", "routes/office/team.tsx"),
    route("gestion/commandes/groupe", "routes/office/bulk.tsx"),
    route("gestion/commandes/bons", "routes/office/packing-slips.tsx", { id: "routes/office/packing-slips/several" }),
    route("gestion/commandes/nouvelle", "routes/office/new-order.tsx"),
    route("gestion", "routes/office/today.tsx"),
    route("gestion/appels", "routes/office/calls.tsx"),
    route("gestion/appels/:number", "routes/office/call.tsx"),
    route("gestion/attentes", "routes/office/awaiting.tsx"),
    route("gestion/commandes", "routes/office/orders.tsx"),
    route("gestion/commandes/:number", "routes/office/order.tsx"),
    route("gestion/commandes/:number/modifier", "routes/office/edit-order.tsx"),
    route("gestion/commandes/:number/imprimer", "routes/office/packing-slips.tsx"),
    route("gestion/avis", "routes/office/reviews.tsx"),
    route("gestion/mails", "routes/office/mails.tsx"),
    route("gestion/messages", "routes/office/messages.tsx"),
    route("gestion/stock", "routes/office/low-stock.tsx"),
    route("gestion/stock/:slug", "routes/office/receipt.tsx"),
    route("gestion/journal", "routes/office/journal.tsx"),
    route("gestion/refus/:status", "routes/office/refused.tsx"),
    route("gestion/*", "routes/office/unknown.tsx"),
  ]),

  // For search engines, advertisers and phones
  route("sitemap.xml", "routes/seo/sitemap.ts"),
  route("flux/produits.xml", "routes/seo/product-feed.ts"),
  route("robots.txt", "routes/seo/robots.ts"),
  route("manifest.webmanifest", "routes/seo/manifest.ts"),

  // What pages ask for beside pages, and forms of many pages
  route("search/suggestions", "routes/search/suggestions.ts"),
  route("vus", "routes/product/seen.ts"),
  route("wishlist/favoris", "routes/wishlist/favourites.ts"),
  route("cart/contents", "routes/cart/contents.ts"),
  route("logout", "routes/access/logout.ts"),
  route("account/data", "routes/account/data.ts"),
  route("pictures/*", "routes/pictures/picture.ts"),
  route("livraison", "routes/checkout/delivery-offer.ts"),
  route("theme", "routes/preferences/theme.ts"),
  route("sans-scripts", "routes/preferences/without-scripts.ts"),

  // For programs (specification, section 7)
  ...several("routes/api/api.ts", ["orders", "api/*", "auth/*", "health/*"]),
  route("api/refus/:status", "routes/api/refused.ts"),

  // What the courier tells by itself
  route("webhooks/yalidine", "routes/courier/webhook.ts"),

  // Older and English addresses, and all others
  ...several("routes/catalogue/moved.ts", ["men", "women", "kids", "new", "products", "collections/:slug"]),
  ...several("routes/catalogue/moved.ts", ["favicon.ico", "apple-touch-icon.png"]),
  route("*", "routes/errors/anything-else.ts"),
] satisfies RouteConfig;
