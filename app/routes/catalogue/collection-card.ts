import type { Collection } from "~/domain/catalogue/catalogue";

/** The fields that a collection's card shows. */
export const collectionCardOf = ({ slug, name, description, image }: Collection) => ({
  slug,
  name,
  description,
  image,
});
