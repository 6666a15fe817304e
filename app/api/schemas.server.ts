/** The requests and answers of the API (section 7), named as in section 3. */

export * from "./schemas/accounts.server";
export * from "./schemas/catalogue.server";
export * from "./schemas/courier.server";
export * from "./schemas/orders.server";
export * from "./schemas/problems.server";
export * from "./schemas/queries.server";
export * from "./schemas/reviews.server";
