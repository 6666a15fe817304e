import { type DepartmentGender, departmentGenders } from "../catalogue/department";

/** What links, chips and orders of lists lead to only while the catalogue has any. */
export interface Navigation {
  hasReduced: boolean;
  /** Whose pages hold anything. */
  departments: readonly DepartmentGender[];
  hasCollections: boolean;
  /** The category `boston`, or a part of it, has products. */
  hasBoston: boolean;
  hasNew: boolean;
  hasBestsellers: boolean;
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

/** Whether there is anything behind a link; of those that are not named here there always is. */
export function leadsToSomething(href: string, navigation: Navigation): boolean {
  const { departments, hasBoston, hasNew, hasCollections, hasReduced } = navigation;
  const held: Record<string, boolean> = {
    ...Object.fromEntries(departmentGenders.map((gender) => [`/${gender}`, departments.includes(gender)])),
    "/category/boston": hasBoston,
    "/nouveaute": hasNew,
    "/collections": hasCollections,
    "/sales/summer": hasReduced,
  };
  return held[href] ?? true;
}
