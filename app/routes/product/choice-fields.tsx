import { type ReactNode, useRef, useState } from "react";
import { Field } from "~/components/forms/field";
import { useHydrated } from "~/components/forms/use-hydrated";
import { ServerRendered } from "~/components/hydration/server-rendered";
import { MAX_ADDED } from "~/domain/cart";
import type { Color } from "~/domain/catalogue";
import type { ChoiceErrors, ShownSize } from "~/domain/choice";
import { sizeName } from "~/domain/size";

/** A colour and its stock, as `stockFigures` writes it. */
export interface Shade extends Color {
  stock: string;
}

/** Ids of the controls that a message leads to: the first radio of a group that can be chosen. */
export const colorId = (slug: string | undefined) => `couleur-${slug}`;
export const sizeId = (size: number | undefined) => `pointure-${size}`;

/** Colour, size and quantity: native controls, one copy of each. */
export function ChoiceFields(props: {
  shades: readonly Shade[];
  shade: Shade | undefined;
  /** Those of the shade. */
  sizes: readonly ShownSize[];
  /** The size that is chosen already. */
  size: number | undefined;
  quantity: string;
  errors: ChoiceErrors;
  /** Which size fits, written by the server. */
  guide: ReactNode;
}) {
  const { shades, shade, sizes, size, errors } = props;
  const firstSize = sizes.find(({ stock }) => stock > 0)?.size;
  const soldOut = sizes.find(({ stock }) => stock === 0);
  const isLabelled = sizes[0]?.sizeLabel !== undefined;
  const isSteppable = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const step = (direction: "stepUp" | "stepDown") => {
    field.current?.[direction]();
    // The form follows what is typed, and this was not.
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
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
        <Group name="pointure" legend={isLabelled ? "Taille" : "Pointure"} error={errors.pointure}>
          {(invalid) => (
            // Another colour is another set of radios.
            <div
              key={shade?.slug}
              className={
                isLabelled
                  ? "mt-2 flex flex-wrap gap-2"
                  : "mt-2 grid grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-2"
              }
            >
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
                    {sizeName(option)}
                    {option.stock === 0 && <span className="sr-only"> Rupture de stock</span>}
                  </span>
                </label>
              ))}
            </div>
          )}
        </Group>
      </div>
      {soldOut && (
        <p className="hint mt-2">
          <s aria-hidden="true">{sizeName(soldOut)}</s> Rupture de stock
        </p>
      )}
      <ServerRendered id="guide">{props.guide}</ServerRendered>
      <Field id="quantite" label="Quantité" error={errors.quantite}>
        {(control) => (
          <div className="flex items-end gap-2">
            <input
              {...control}
              ref={field}
              className="field w-24"
              name="quantite"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_ADDED}
              step={1}
              defaultValue={props.quantity}
              autoComplete="off"
            />
            {isSteppable && (
              <>
                <button
                  type="button"
                  className="button"
                  aria-label="Diminuer la quantité"
                  onClick={() => step("stepDown")}
                >
                  −
                </button>
                <button
                  type="button"
                  className="button"
                  aria-label="Augmenter la quantité"
                  onClick={() => step("stepUp")}
                >
                  +
                </button>
              </>
            )}
          </div>
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
