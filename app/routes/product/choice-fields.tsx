import { Field } from "~/components/forms/field";
import { RadioGroup } from "~/components/forms/radio-group";
import type { Gender } from "~/domain/catalogue/catalogue";
import type { ChoiceErrors } from "~/domain/catalogue/choice";
import { type ChoiceValues, choiceState, type ProductOptions, SOLD_OUT } from "~/domain/catalogue/choice-view";
import type { ProductFields } from "~/domain/catalogue/product-fields";
import { fitWords, sizeName } from "~/domain/catalogue/size";
import { SizeGuide } from "./size-guide";

/** Ids of the first radios that can be chosen, to which the error summary links. */
export const COLOR_ID = "couleur";
export const SIZE_ID = "pointure";

interface Props {
  product: ProductOptions;
  /** The page's address. */
  path: string;
  choice: ChoiceValues;
  /** The size that was asked for, in stock or not. */
  asked: string;
  /** The colour whose sizes are offered while none is chosen. */
  color: string;
  errors: ChoiceErrors;
  /** For the size guide. */
  gender: Gender;
  fit: ProductFields["fit"];
  /** What customers say of it; may be empty. */
  opinion: string;
}

/**
 * Colour, size and quantity as native controls, one copy of each (A-4), and the stock of the
 * choice. Scripts update sizes and stock at once (follow-choice.ts).
 */
export function ChoiceFields({ product, path, choice, asked, color, errors, gender, fit, opinion }: Props) {
  const { sizes, size, stock, isLow } = choiceState(product, choice, color);
  const isLabelled = product.labels !== undefined;
  const stockOf = new Map(sizes.map((option) => [option.size, option.stock]));
  const firstSize = sizes.find(({ stock }) => stock > 0)?.size;
  const allSoldOut = sizes.filter(({ stock }) => stock === 0);
  const askedSoldOut = allSoldOut.find(({ size }) => String(size) === asked);
  const soldOut = askedSoldOut ?? allSoldOut[0];
  const nameOf = (index: number) => product.labels?.[index] || sizeName({ size: product.sizes[index] ?? 0 });
  // Scripts need no colour's hexadecimal value, and read the sizes from the radios.
  const json = JSON.stringify(product, (key, value) => (/^(hex|sizes)$/.test(key) ? undefined : value));
  return (
    <div
      data-enhance="choice"
      data-product={json}
      data-color={color}
      data-unasked={asked === "" && !isLabelled ? "" : undefined}
    >
      <div className="relative mt-5">
        <RadioGroup name="couleur" legend="Couleur" error={errors.couleur}>
          {(invalid) => (
            <div className="mt-2 flex flex-wrap gap-2">
              {product.shades.map(({ slug, name, hex }, index) => (
                <label key={slug} className="pick">
                  <input
                    type="radio"
                    name="couleur"
                    value={slug}
                    defaultChecked={slug === (choice.couleur || color) && !errors.couleur}
                    {...(index === 0 ? { id: COLOR_ID, ...invalid } : {})}
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
        </RadioGroup>
        {product.shades.length > 1 && (
          // Beside the legend, where nothing moves when scripts hide it.
          <button type="submit" name="intent" value="couleur" className="unscripted link absolute end-0 top-0 py-1">
            Voir cette couleur
          </button>
        )}
      </div>
      <div className="mt-5" id="pointures">
        <RadioGroup
          name="pointure"
          legend={isLabelled ? "Taille" : "Pointure"}
          error={errors.pointure}
          hint={[fit && fitWords(fit, isLabelled), opinion].filter(Boolean).join(". ") || undefined}
        >
          {(invalid) => (
            <div className={isLabelled ? "mt-2 flex flex-wrap gap-2" : "size-grid mt-2 gap-2"}>
              {/* The sizes of every colour: browsers restore a choice only into radios of the page. */}
              {product.sizes.map((option, index) => {
                const stock = stockOf.get(option);
                return (
                  <label key={option} className="pick" hidden={stock === undefined}>
                    <input
                      type="radio"
                      name="pointure"
                      value={option}
                      disabled={!stock}
                      defaultChecked={option === size?.size}
                      {...(option === firstSize ? { id: SIZE_ID, ...invalid } : {})}
                    />
                    <span>
                      {nameOf(index)}
                      {!stock && <span className="sr-only">{SOLD_OUT}</span>}
                    </span>
                  </label>
                );
              })}
            </div>
          )}
        </RadioGroup>
      </div>
      {/* Scripts fill it for another colour. Text browsers show what is hidden. */}
      <p className="hint mt-2" hidden={!soldOut} data-sold-out>
        {soldOut && (
          <>
            <s aria-hidden="true">{nameOf(product.sizes.indexOf(soldOut.size))}</s>
            {`${SOLD_OUT} `}
            <a
              className="link inline-block py-1"
              href={`${path}/prevenez-moi?couleur=${color}${askedSoldOut ? `&pointure=${asked}` : ""}`}
            >
              Prévenez-moi
            </a>
          </>
        )}
      </p>
      {!isLabelled && <SizeGuide gender={gender} made={product.sizes} />}
      <Field id="quantite" label="Quantité" error={errors.quantite}>
        {(control) => (
          // Scripts append their buttons to this element.
          <div className="flex items-end gap-2">
            <input
              {...control}
              className="field w-20"
              name="quantite"
              type="text"
              inputMode="numeric"
              defaultValue={choice.quantite}
            />
          </div>
        )}
      </Field>
      <p className="mt-4" aria-live="polite" data-stock>
        <span>{stock[0]}</span>
        <strong className={`inline-block ${isLow ? "text-accent" : ""}`}>{stock[1]}</strong>
      </p>
    </div>
  );
}
