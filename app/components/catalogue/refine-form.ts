/** Id of the refine panel's form, to which the sort beside the count belongs. */
export const REFINE_FORM = "affiner";
