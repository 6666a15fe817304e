import type { ReactNode } from "react";
import { LineLink } from "~/components/ui/links";
import type { Picture, Product } from "~/domain/catalogue/catalogue";
import { materialLabels } from "~/domain/catalogue/material";
import type { ProductFields } from "~/domain/catalogue/product-fields";
import { ratingText } from "~/domain/catalogue/review";
import { ReviewList, type ShownReviews } from "./reviews";

/** Description, specifications and ratings, one at a time by links that scripts make tabs. */
export function Details(props: {
  product: ProductFields & Pick<Product, "slug" | "sku" | "pictures">;
  reviews: ShownReviews;
}) {
  const { product, reviews } = props;
  const { description, features, care } = product;
  return (
    <div id="details" className="tabs md:col-span-2" data-enhance="tabs">
      <ul className="flex flex-wrap gap-x-6 border-b">
        {["Description", "Spécifications", "Avis"].map((title) => (
          <li key={title}>
            <a className="detail-tab" href={`#${anchorOf(title)}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <Part title="Description">
        {description && <p className="whitespace-pre-line">{description}</p>}
        {features.length > 0 && (
          <ul>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
        {product.pictures.some(isRendered) && (
          <p className="hint">Les photos de la démonstration sont des images de synthèse.</p>
        )}
        {!description && features.length === 0 && <p>Pas encore de description pour ce modèle.</p>}
      </Part>
      <Part title="Spécifications">
        <dl className="rows">
          {specificationsOf(product).map(({ name, value }) => (
            <div key={name} className="border-b">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {care && (
          <>
            <h3 className="text-lg">Entretien</h3>
            <p className="whitespace-pre-line">{care}</p>
          </>
        )}
      </Part>
      <Part title="Avis">
        {reviews.count > 0 && (
          <>
            <p className="text-lg">{ratingText(reviews)}</p>
            <ReviewList reviews={reviews.reviews} />
            <p>
              <LineLink href={`/product/${product.slug}/avis`}>
                {reviews.count > 1
                  ? `Lire les ${reviews.count} avis`
                  : reviews.reviews.length > 0
                    ? "Lire l'avis en entier"
                    : "Voir l'avis"}
              </LineLink>
            </p>
          </>
        )}
        {reviews.count === 0 && <p>Aucun avis écrit pour le moment.</p>}
      </Part>
    </div>
  );
}

/** Only the demonstration's pictures come with the shop; a merchant's are fetched into `import`. */
const isRendered = ({ src }: Picture) => !src.startsWith("import/");

/** Brand and material stand first, unless a specification of that name says it more exactly. */
function specificationsOf({ brand, material, specifications, sku }: ProductFields & Pick<Product, "sku">) {
  const isSaid = (label: string) => specifications.some(({ name }) => name === label);
  return [
    ...(brand === "" || isSaid("Marque") ? [] : [{ name: "Marque", value: brand }]),
    ...(material === "" || isSaid("Matière") ? [] : [{ name: "Matière", value: materialLabels[material] }]),
    ...specifications,
    { name: "Référence", value: sku },
  ];
}

const anchorOf = (title: string) => title.toLowerCase().replace("é", "e");

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section id={anchorOf(title)} className="prose pt-6">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
