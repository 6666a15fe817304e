import { ProductPicture } from "~/components/ui/product-picture";
import type { Collection } from "~/domain/catalogue/catalogue";

interface Props {
  collection: Pick<Collection, "slug" | "name" | "description" | "image">;
  /** The heading above the cards; below an h1 the cards are large. */
  under?: "h1" | "h2";
  loading?: "first" | "eager" | "lazy";
}

export function CollectionCard(props: Props) {
  const { collection, under = "h2", loading = "lazy" } = props;
  const { slug, name, description, image } = collection;
  const isLarge = under === "h1";
  const Name = isLarge ? "h2" : "h3";
  return (
    <a className="group block no-underline" href={`/collection/${slug}`}>
      <span className="plate low block">
        <ProductPicture
          picture={image ? { src: image, alt: "", color: "" } : undefined}
          sizes={isLarge ? "(min-width:67.5em) 390px,(min-width:37.5em) 46vw,92vw" : "(min-width:43.75em) 390px,46vw"}
          upTo={800}
          loading={loading}
          isNamedBeside
        />
      </span>
      <Name className="mt-3 text-xl group-hover:underline">{name}</Name>
      <p className={`text-muted ${isLarge ? "" : "hidden sm:block"}`}>{description}</p>
      <span className="link mt-1 inline-block py-1">Voir Collection</span>
    </a>
  );
}
