/** A message that the next page shows, once. */
export interface Flash {
  type: "success" | "error" | "info" | "warning";
  message: string;
  /** Pages add a link to the cart, or show it longer, so that an order's number can be read. */
  about?: "cart" | "order";
}
