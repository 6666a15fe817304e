import type { Category, Gender } from "./catalogue";
import { genderNamed } from "./gender-words";

/** /femme, /homme and /enfant are made of products of a gender, or of its categories. */

export type DepartmentGender = Exclude<Gender, "mixte">;

/** Slugs of the categories whose pages they are. */
export const departmentSlugs: Record<DepartmentGender, string> = { femme: "femmes", homme: "homme", enfant: "enfant" };
export const departmentNames: Record<DepartmentGender, string> = { femme: "Femmes", homme: "Homme", enfant: "Enfant" };

export const departmentGenders = Object.keys(departmentSlugs) as DepartmentGender[];

/** @param category a top-level one @returns undefined unless its slug or its whole name says it */
export function departmentOf({ slug, name }: Pick<Category, "slug" | "name">): DepartmentGender | undefined {
  const gender = departmentGenders.find((gender) => departmentSlugs[gender] === slug);
  const named = gender ?? genderNamed(name);
  return named === "mixte" ? undefined : named;
}

/** Its top-level categories, that of its slug first, however many shops called theirs so. */
export const topsOf = <Some extends Pick<Category, "slug" | "name" | "parentId">>(
  gender: DepartmentGender,
  categories: readonly Some[],
): Some[] =>
  categories
    .filter((category) => category.parentId === undefined && departmentOf(category) === gender)
    .sort((a, b) => Number(b.slug === departmentSlugs[gender]) - Number(a.slug === departmentSlugs[gender]));

/** The condition of a department's list. */
export interface Department {
  gender: DepartmentGender;
  /** Its categories, with those below them. */
  categoryIds: readonly string[];
}

export function departmentIn(
  gender: DepartmentGender,
  categories: readonly Pick<Category, "id" | "slug" | "name" | "parentId">[],
): Department {
  const tops = topsOf(gender, categories).map(({ id }) => id);
  const parts = categories.filter(({ parentId }) => parentId !== undefined && tops.includes(parentId));
  return { gender, categoryIds: [...tops, ...parts.map(({ id }) => id)] };
}
