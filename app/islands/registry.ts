/** Every island: its name in the page, and the module that brings its component. */
export const registry = {
  "form-fields": () => import("~/components/forms/form-fields"),
  "checkout-delivery": () => import("~/components/forms/delivery-fields"),
  "direct-order": () => import("~/routes/product/direct-order"),
  cart: () => import("~/routes/cart/cart-island"),
};

export type IslandName = keyof typeof registry;

/** The component of each island, by its name. */
export type Islands = { [Name in IslandName]: Awaited<ReturnType<(typeof registry)[Name]>>["default"] };
