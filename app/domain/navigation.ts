import { type DepartmentGender, departmentGenders } from "./department";

/** What links, chips and orders of lists lead to only while the catalogue has any. */
export interface Navigation {
  /** Something is reduced. */
  hasReduced: boolean;
  /** Whose pages hold anything. */
  departments: readonly DepartmentGender[];
  /** A collection has products. */
  hasCollections: boolean;
  /** The category `boston`, or a part of it, has products. */
  hasBoston: boolean;
  /** Something is marked as new. */
  hasNew: boolean;
  /** Something is marked as a best-seller. */
  hasBestsellers: boolean;
  /** Something has a rating. */
  hasRated: boolean;
}

/** While the catalogue does not answer: what nearly every one has. */
export const usualNavigation: Navigation = {
  departments: departmentGenders,
  hasCollections: true,
  hasReduced: false,
  hasBoston: false,
  hasNew: true,
  hasBestsellers: true,
  hasRated: true,
};
