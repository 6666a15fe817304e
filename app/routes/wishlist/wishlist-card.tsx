import { RemoveForm } from "~/components/forms/remove-form";
import { Price } from "~/components/ui/price";
import { ProductPicture } from "~/components/ui/product-picture";
import type { ProductCard } from "~/domain/catalogue";

export type WishlistView = Pick<ProductCard, "id" | "slug" | "name" | "price" | "oldPrice" | "soldOut" | "picture">;

/** A saved product. Colour and size are chosen on its own page, so that is where its button leads. */
export function WishlistCard({ item, isInSight }: { item: WishlistView; isInSight: boolean }) {
  const { id, slug, name, price, oldPrice, soldOut, picture } = item;
  const href = `/product/${slug}`;
  const nameId = `produit-${id}`;
  return (
    <>
      {/* biome-ignore lint/a11y/useAnchorContent: for the pointer only; the button below is the same link, for everybody */}
      <a href={href} tabIndex={-1} aria-hidden="true" className="plate block">
        <ProductPicture
          picture={picture}
          sizes="(min-width:1080px) 290px,(min-width:800px) 30vw,46vw"
          upTo={800}
          loading={isInSight ? "eager" : "lazy"}
          isNamedBeside
        />
      </a>
      <h2 id={nameId} className="mt-3 font-sans">
        {name}
      </h2>
      <p>
        <Price price={price} oldPrice={oldPrice} />
      </p>
      {soldOut && <p className="text-sm text-muted">Rupture de stock</p>}
      <div className="mt-auto pt-3">
        <a className="button w-full px-2" href={href} aria-describedby={nameId}>
          Voir le produit
        </a>
        <RemoveForm action="/wishlist" name="produit" value={id} describedBy={nameId} />
      </div>
    </>
  );
}
