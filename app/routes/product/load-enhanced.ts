/** What tabs and sharing have beyond their links; asked for when somebody turns to them. */
export const loadEnhanced = () => import("./enhanced");
