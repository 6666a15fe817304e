import type { ReactNode } from "react";
import { Field } from "~/components/forms/field";
import { MAX_ADDED } from "~/domain/cart";
import type { Gender } from "~/domain/catalogue";
import type { ChoiceErrors } from "~/domain/choice";
import { type ChoiceValues, type Chosen, chosen } from "./chosen";
import { SizeGuide } from "./size-guide";

/** Ids of the controls that a message leads to: the first radio of a group that can be chosen. */
export const colorId = (slug: string | undefined) => `couleur-${slug}`;
export const sizeId = (size: number | undefined) => `pointure-${size}`;

interface Props {
  product: Chosen;
  /** What is chosen when the page comes. */
  choice: ChoiceValues;
  /** The colour whose sizes are offered while none is chosen. */
  color: string;
  errors: ChoiceErrors;
  /** Whose feet the size guide is about. */
  gender: Gender;
}

/**
 * Colour, size and quantity: native controls, one copy of each, and what is in stock of the chosen pair. Scripts follow the
 * choice at once (choose.ts).
 */
export function Choice({ product, choice, color, errors, gender }: Props) {
  const { sizes, size, stock, isLow } = chosen(product, choice, color);
  const isLabelled = product.labels !== undefined;
  const stockOf = new Map(sizes.map((option) => [option.size, option.stock]));
  const firstSize = sizes.find(({ stock }) => stock > 0)?.size;
  const soldOut = sizes.find(({ stock }) => stock === 0);
  const nameOf = (index: number) => product.labels?.[index] ?? String(product.sizes[index]);
  return (
    <div data-enhance="choice" data-product={JSON.stringify(product)} data-color={color}>
      <div className="relative mt-5">
        <Group name="couleur" legend="Couleur" error={errors.couleur}>
          {(invalid) => (
            <div className="mt-2 flex flex-wrap gap-2">
              {product.shades.map(({ slug, name, hex }, index) => (
                <label key={slug} className="pick">
                  <input
                    type="radio"
                    name="couleur"
                    value={slug}
                    id={colorId(slug)}
                    defaultChecked={slug === (choice.couleur || color) && !errors.couleur}
                    {...(index === 0 ? invalid : {})}
                  />
                  <span>
                    {hex && (
                      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
                        <circle cx="9" cy="9" r="8" fill={hex} stroke="currentColor" strokeOpacity=".4" />
                      </svg>
                    )}
                    {name}
                  </span>
                </label>
              ))}
            </div>
          )}
        </Group>
        {product.shades.length > 1 && (
          // Beside the legend: when scripts take it away, nothing moves.
          <button
            type="submit"
            name="intent"
            value="couleur"
            className="unscripted link absolute end-0 top-0 min-h-[1.75rem]"
          >
            Voir cette couleur
          </button>
        )}
      </div>
      <div className="mt-5">
        <Group name="pointure" legend={isLabelled ? "Taille" : "Pointure"} error={errors.pointure}>
          {(invalid) => (
            <div
              className={
                isLabelled
                  ? "mt-2 flex flex-wrap gap-2"
                  : "mt-2 grid grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-2"
              }
            >
              {/* The sizes of every colour: browsers put a choice back into the very radios that the page came with. */}
              {product.sizes.map((option, index) => {
                const stock = stockOf.get(option);
                return (
                  <label key={option} className="pick" hidden={stock === undefined}>
                    <input
                      type="radio"
                      name="pointure"
                      value={option}
                      id={sizeId(option)}
                      disabled={!stock}
                      defaultChecked={option === size?.size}
                      {...(option === firstSize ? invalid : {})}
                    />
                    <span className="w-full tabular-nums">
                      {nameOf(index)}
                      <span className="sr-only" hidden={!!stock}>
                        {" Rupture de stock"}
                      </span>
                    </span>
                  </label>
                );
              })}
            </div>
          )}
        </Group>
      </div>
      <p className="hint mt-2" hidden={!soldOut} data-sold-out>
        <s aria-hidden="true">{soldOut && nameOf(product.sizes.indexOf(soldOut.size))}</s> Rupture de stock
      </p>
      {!isLabelled && <SizeGuide gender={gender} />}
      <Field id="quantite" label="Quantité" error={errors.quantite}>
        {(control) => (
          // Scripts put their buttons beside it.
          <div className="flex items-end gap-2">
            <input
              {...control}
              className="field w-24"
              name="quantite"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_ADDED}
              step={1}
              defaultValue={choice.quantite}
              autoComplete="off"
            />
          </div>
        )}
      </Field>
      <p className="mt-4" aria-live="polite" data-stock>
        <span>{stock[0]}</span>
        <strong className={isLow ? "text-accent" : ""}>{stock[1]}</strong>
      </p>
    </div>
  );
}

/** Radios with their legend and what is wrong with them. */
function Group(props: {
  name: string;
  legend: string;
  error: string | undefined;
  children: (invalid: { "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
}) {
  const { name, legend, error, children } = props;
  const id = `${name}-error`;
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      {error && (
        <p className="wrong" id={id}>
          {error}
        </p>
      )}
      {children(error ? { "aria-invalid": true, "aria-describedby": id } : {})}
    </fieldset>
  );
}
