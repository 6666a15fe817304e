import type { ReactNode } from "react";
import type { Product } from "~/domain/catalogue";
import { materialLabels } from "~/domain/material";
import type { ProductFields } from "~/domain/product-fields";

/** Description, specifications and ratings under headings, which scripts turn into tabs. */
export function Details({ product }: { product: ProductFields & Pick<Product, "sku"> }) {
  const { description, features, care, rating, reviewCount } = product;
  return (
    <div id="details" className="md:col-start-1" data-enhance="tabs">
      <ul className="flex flex-wrap gap-x-6 border-b">
        {["Description", "Spécifications", "Avis"].map((title) => (
          <li key={title}>
            <a className="tab" href={`#${anchorOf(title)}`}>
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
        {reviewCount > 0 ? (
          <>
            <p className="text-lg">{`Note moyenne\u00a0: ${stars(rating)} sur 5, sur ${reviewCount} avis.`}</p>
            <p className="text-muted">
              Ces avis sont des notes&nbsp;: aucun commentaire écrit n'est encore publié pour ce modèle.
            </p>
          </>
        ) : (
          <p>Aucun avis pour le moment.</p>
        )}
      </Part>
    </div>
  );
}

/** The material stands first, unless a specification of that name says it more exactly. */
function specificationsOf({ material, specifications, sku }: ProductFields & Pick<Product, "sku">) {
  const isSaid = material === "" || specifications.some(({ name }) => name === "Matière");
  return [
    ...(isSaid ? [] : [{ name: "Matière", value: materialLabels[material] }]),
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

/** 4.8 as "4,8" */
export const stars = (rating: number) => String(rating).replace(".", ",");
