/** The id of the refine panel's form: the sort beside the count belongs to it. */
export const REFINE_FORM = "affiner";
