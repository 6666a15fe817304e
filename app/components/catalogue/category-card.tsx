import { ProductPicture } from "~/components/ui/product-picture";
import type { Category } from "~/domain/catalogue";
import { productsText } from "~/domain/listing";

interface Props {
  category: Pick<Category, "name" | "image" | "productCount">;
  href: string;
  isCurrent?: boolean;
}

/** A card with the picture and the number of products of a category, as a link. */
export function CategoryCard({ category: { name, image, productCount }, href, isCurrent = false }: Props) {
  return (
    <a className="group block no-underline" href={href} aria-current={isCurrent ? "true" : undefined}>
      <span className="plate block [&_img]:aspect-[5/4] [&_img]:object-cover">
        <ProductPicture
          picture={image ? { src: image, alt: "", color: "" } : undefined}
          sizes="(min-width:67.5em) 280px,46vw"
          upTo={400}
          isNamedBeside
        />
      </span>
      <span className={`mt-2 block group-hover:underline ${isCurrent ? "font-semibold underline" : ""}`}>{name}</span>
      <span className="text-sm text-muted">{productsText(productCount)}</span>
    </a>
  );
}
