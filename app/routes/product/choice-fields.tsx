import { type ReactNode, useState } from "react";
import { Field } from "~/components/forms/field";
import { MAX_ADDED } from "~/domain/cart";
import type { Color } from "~/domain/catalogue";
import type { ChoiceErrors } from "~/domain/choice";

export interface Shade extends Color {
  sizes: { size: number; stock: number }[];
}

/** Ids of the controls that a message leads to: the first radio of a group that can be chosen. */
export const colorId = (slug: string | undefined) => `couleur-${slug}`;
export const sizeId = (size: number | undefined) => `pointure-${size}`;

/** Colour, size and quantity: native controls, one copy of each. */
export function ChoiceFields(props: {
  shades: readonly Shade[];
  shade: Shade | undefined;
  /** The size that is chosen already. */
  size: number | undefined;
  quantity: string;
  errors: ChoiceErrors;
}) {
  const { shades, shade, size, errors } = props;
  const sizes = shade?.sizes ?? [];
  const firstSize = sizes.find(({ stock }) => stock > 0)?.size;
  return (
    <>
      <div className="relative mt-5">
        <Group name="couleur" legend="Couleur" error={errors.couleur}>
          {(invalid) => (
            <div className="mt-2 flex flex-wrap gap-2">
              {shades.map(({ slug, name, hex }, index) => (
                <label key={slug} className="pick">
                  <input
                    type="radio"
                    name="couleur"
                    value={slug}
                    id={colorId(slug)}
                    defaultChecked={slug === shade?.slug && !errors.couleur}
                    {...(index === 0 ? invalid : {})}
                  />
                  <span>
                    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
                      <circle cx="9" cy="9" r="8" fill={hex} stroke="currentColor" strokeOpacity=".4" />
                    </svg>
                    {name}
                  </span>
                </label>
              ))}
            </div>
          )}
        </Group>
        {shades.length > 1 && (
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
        <Group name="pointure" legend="Pointure" error={errors.pointure}>
          {(invalid) => (
            // Another colour is another set of radios.
            <div key={shade?.slug} className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-2">
              {sizes.map((option) => (
                <label key={option.size} className="pick">
                  <input
                    type="radio"
                    name="pointure"
                    value={option.size}
                    id={sizeId(option.size)}
                    disabled={option.stock === 0}
                    defaultChecked={option.size === size && option.stock > 0}
                    {...(option.size === firstSize ? invalid : {})}
                  />
                  <span className="w-full tabular-nums">
                    {option.size}
                    {option.stock === 0 && <span className="sr-only"> Rupture de stock</span>}
                  </span>
                </label>
              ))}
            </div>
          )}
        </Group>
      </div>
      {sizes.some(({ stock }) => stock === 0) && (
        <p className="hint mt-2">
          <s aria-hidden="true">{sizes.find(({ stock }) => stock === 0)?.size}</s> Rupture de stock
        </p>
      )}
      <Field id="quantite" label="Quantité" error={errors.quantite}>
        {(control) => (
          <input
            {...control}
            className="field w-28"
            name="quantite"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_ADDED}
            step={1}
            defaultValue={props.quantity}
            autoComplete="off"
          />
        )}
      </Field>
    </>
  );
}

/** Radios with their legend and what is wrong with them; the words go once something is chosen (section 5). */
function Group(props: {
  name: string;
  legend: string;
  error: string | undefined;
  children: (invalid: { "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
}) {
  const [wasChanged, setWasChanged] = useState(false);
  const error = wasChanged ? undefined : props.error;
  const id = `${props.name}-erreur`;
  return (
    <fieldset onChange={() => setWasChanged(true)}>
      <legend className="label">{props.legend}</legend>
      {error && (
        <p className="wrong" id={id}>
          {error}
        </p>
      )}
      {props.children(error ? { "aria-invalid": true, "aria-describedby": id } : {})}
    </fieldset>
  );
}
