/** A message that the next page shows, once. */
export interface Flash {
  type: "success" | "error" | "info" | "warning";
  message: string;
  /** Pages add a link to the cart. */
  about?: "cart";
}
