/** What gallery and tabs have beyond their links; asked for when somebody turns to them. */
export const loadEnhanced = () => import("./enhanced");
