/**
 * What goes over the wire: inputs and answers of the API (specification, section 7), objects and fields as section 3 names
 * them. The OpenAPI document is made from these very schemas.
 */

export * from "./schemas/accounts.server";
export * from "./schemas/catalogue.server";
export * from "./schemas/courier.server";
export * from "./schemas/orders.server";
export * from "./schemas/problems.server";
export * from "./schemas/queries.server";
