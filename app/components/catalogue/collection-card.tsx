import { ProductPicture } from "~/components/ui/product-picture";
import type { Collection } from "~/domain/catalogue";
import { products } from "~/domain/listing";

/** A collection, as a link to what is in it. */
export function CollectionCard({ collection }: { collection: Collection }) {
  const picture = collection.image ? { src: collection.image, alt: "", color: "" } : undefined;
  return (
    <a className="group block no-underline" href={`/shop?collection=${encodeURIComponent(collection.slug)}`}>
      <span className="plate block">
        <ProductPicture picture={picture} sizes="(min-width:800px) 390px,46vw" upTo={800} isNamedBeside />
      </span>
      <span className="mt-3 block font-display text-xl group-hover:underline">{collection.name}</span>
      <span className="hidden text-muted sm:block">{collection.description}</span>
      <span className="mt-1 block text-sm text-muted">{products(collection.productCount)}</span>
    </a>
  );
}
