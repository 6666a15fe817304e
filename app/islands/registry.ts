/** The module of each island's component, by the island's name in the page. */
export const registry = {
  "form-fields": () => import("~/components/forms/form-fields"),
  "checkout-delivery": () => import("~/components/forms/delivery-fields"),
  "direct-order": () => import("~/routes/product/direct-order-fields"),
  cart: () => import("~/routes/cart/cart-island"),
};

export type IslandName = keyof typeof registry;

export type Islands = { [Name in IslandName]: Awaited<ReturnType<(typeof registry)[Name]>>["default"] };
