import { index, type RouteConfig, route } from "@remix-run/route-config";

/** The table of contents: every address of the shop and the module that answers it. */
export default [
  index("routes/home/home.tsx"),

  // Catalogue
  route("shop", "routes/catalogue/shop.tsx"),
  route("product/:id", "routes/product/product.tsx"),

  // Cart and order
  route("cart", "routes/cart/cart.tsx"),
  route("checkout", "routes/checkout/delivery.tsx"),
  route("checkout/paiement", "routes/checkout/payment.tsx"),
  route("checkout/verification", "routes/checkout/review.tsx"),
  route("commande/:number", "routes/orders/order.tsx"),
  route("suivi", "routes/orders/track.tsx"),

  // About the shop
  route("terms", "routes/pages/terms.tsx"),

  // What pages ask for beside pages
  route("livraison", "routes/api/delivery.ts"),
  route("theme", "routes/api/theme.ts"),
  route("sans-scripts", "routes/api/without-scripts.ts"),

  // Dead ends
  route("404", "routes/errors/not-found.tsx"),
  route("refus/:status", "routes/errors/refused.tsx"),
  route("*", "routes/errors/anything-else.tsx"),
] satisfies RouteConfig;
