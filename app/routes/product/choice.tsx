import { type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "~/components/forms/field";
import { useFormValues } from "~/components/forms/use-form-values";
import { useHydrated } from "~/components/forms/use-hydrated";
import { MAX_ADDED } from "~/domain/cart";
import type { Gender } from "~/domain/catalogue";
import { type ChoiceErrors, type ChoiceField, stockLine } from "~/domain/choice";
import { sizeNoun } from "~/domain/size";
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

/** Colour, size and quantity: native controls, one copy of each, and what is in stock of the chosen pair. */
export default function Choice({ product, choice: initial, color, errors, gender }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const quantity = useRef<HTMLInputElement>(null);
  const choice = useFormValues(root, initial);
  const { shade, sizes, size, what } = chosen(product, choice, color);
  const changed = useChanged(choice, initial);
  const errorOf = (field: ChoiceField) => (changed.has(field) ? undefined : errors[field]);
  const [preselected] = useState(size?.size);
  const isSteppable = useHydrated();
  const isLabelled = product.labels !== undefined;
  const noun = sizeNoun(isLabelled);
  const stockOf = new Map(sizes.map((option) => [option.size, option.stock]));
  const firstSize = sizes.find(({ stock }) => stock > 0)?.size;
  const soldOut = sizes.find(({ stock }) => stock === 0);
  const nameOf = (index: number) => product.labels?.[index] ?? String(product.sizes[index]);
  const step = (direction: "stepUp" | "stepDown") => {
    quantity.current?.[direction]();
    // The form follows what is typed, and this was not.
    quantity.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // Another colour offers other sizes: who follows the form hears that the chosen one is gone, or there again.
  useEffect(() => {
    if (shade) root.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [shade]);
  return (
    <div ref={root}>
      <div className="relative mt-5">
        <Group name="couleur" legend="Couleur" error={errorOf("couleur")}>
          {(invalid) => (
            <div className="mt-2 flex flex-wrap gap-2">
              {product.shades.map(({ slug, name, hex }, index) => (
                <label key={slug} className="pick">
                  <input
                    type="radio"
                    name="couleur"
                    value={slug}
                    id={colorId(slug)}
                    defaultChecked={slug === (initial.couleur || color) && !errors.couleur}
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
        <Group name="pointure" legend={isLabelled ? "Taille" : "Pointure"} error={errorOf("pointure")}>
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
                      defaultChecked={option === preselected}
                      {...(option === firstSize ? invalid : {})}
                    />
                    <span className="w-full tabular-nums">
                      <span>{nameOf(index)}</span>
                      {!stock && <span className="sr-only"> Rupture de stock</span>}
                    </span>
                  </label>
                );
              })}
            </div>
          )}
        </Group>
      </div>
      <p className="hint mt-2" hidden={!soldOut}>
        <s aria-hidden="true">{soldOut && nameOf(product.sizes.indexOf(soldOut.size))}</s> Rupture de stock
      </p>
      {!isLabelled && <SizeGuide gender={gender} />}
      <Field id="quantite" label="Quantité" error={errorOf("quantite")}>
        {(control) => (
          <div className="flex items-end gap-2">
            <input
              {...control}
              ref={quantity}
              className="field w-24"
              name="quantite"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_ADDED}
              step={1}
              defaultValue={initial.quantite}
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
      {/* What is written here must be true whatever is chosen next without scripts: it says of which size it speaks. */}
      <p className="mt-4" aria-live="polite">
        <span>
          {size
            ? `${what}\u00a0: `
            : firstSize === undefined
              ? `Aucune ${noun} disponible pour le moment`
              : `Choisissez une ${noun}`}
        </span>
        <strong className={size && size.stock <= 3 ? "text-accent" : ""}>{size ? stockLine(size.stock) : ""}</strong>
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

/** Which fields have been another since the page came: what was wrong with them is no longer said (section 5). */
function useChanged(choice: ChoiceValues, initial: ChoiceValues): ReadonlySet<ChoiceField> {
  const [changed, setChanged] = useState<ReadonlySet<ChoiceField>>(new Set());
  const fresh = (Object.keys(initial) as ChoiceField[]).filter(
    (field) => choice[field] !== initial[field] && !changed.has(field),
  );
  if (fresh.length > 0) setChanged(new Set([...changed, ...fresh]));
  return changed;
}
