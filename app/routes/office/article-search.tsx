import { Fragment } from "react";
import { fieldOf, TextField } from "~/components/office/fields";
import { Submit } from "~/components/office/submit";
import type { FoundProduct } from "./products-found.server";

/** Finds products, and adds a pair of one to the order of the form around it. */
export function ArticleSearch(props: {
  query: string;
  /** Undefined before anything is looked for. */
  found: readonly FoundProduct[] | undefined;
  /** Said beside the button that was pressed. */
  said: string | undefined;
}) {
  const { query, found, said } = props;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          field={{ ...fieldOf("commande", "recherche", undefined, query), id: "recherche" }}
          label="Nom ou référence"
          className="mt-2 min-w-0 flex-1 basis-48"
          type="search"
          enterKeyHint="search"
        />
        <Submit name="intent" value="chercher" className="button">
          Chercher
        </Submit>
      </div>
      <p role="status" className="hint mt-2 min-h-5">
        <span>{said}</span>
      </p>
      {found?.length === 0 && <p className="mt-2">{`Rien ne correspond à «\u00a0${query}\u00a0».`}</p>}
      {found && (
        <div className="found-products">
          {found.map(({ id, name, price, colors }) => (
            <div key={id} className="mt-3 border-t pt-3">
              <h3 className="font-sans font-semibold">
                {name}, <span className="tabular-nums">{price}</span>
              </h3>
              {colors.map((color) => (
                <Fragment key={color.name}>
                  {color.name && <p className="mt-2 text-sm text-muted">{color.name}</p>}
                  <ul className="mt-1 flex flex-wrap gap-2">
                    {color.variants.map((variant) => (
                      <li key={variant.id}>
                        {variant.stock > 0 ? (
                          <Submit name="ajouter" value={variant.id} className="button px-3">
                            <span className="sr-only">
                              Ajouter {[name, color.name].filter(Boolean).join(", ")}, {variant.kind}
                            </span>
                            <span>{`${variant.size} (${variant.stock})`}</span>
                          </Submit>
                        ) : (
                          <span className="inline-block p-2 text-muted">
                            <span className="sr-only">{variant.kind}</span>
                            {variant.size}
                            <span className="text-sm"> épuisé</span>
                          </span>
                        )}
                      </li>
                    ))}
                  </ul>
                </Fragment>
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
