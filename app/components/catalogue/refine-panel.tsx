import type { ReactNode } from "react";
import { genderLabels, kindLabels } from "~/domain/catalogue/catalogue";
import { familyTable } from "~/domain/catalogue/color-family";
import {
  activeFilters,
  isRefined,
  listingPath,
  parameterNames as names,
  noRefinement,
  REDUCED,
  REDUCED_LABEL,
  REFINE_FORM,
} from "~/domain/catalogue/listing";
import { materialLabels } from "~/domain/catalogue/material";
import { seeText } from "~/domain/catalogue/search-texts";
import { formatDinars } from "~/domain/values/money";
import type { Listing } from "./listing";

/**
 * The filters of a list: one GET form, behind "Filtres" on a phone, where scripts show it over the
 * list, and beside the list on a desktop. It does not send the page's number, so that another
 * choice leads to the first page.
 */
export function RefinePanel({ listing, level, isOpen }: { listing: Listing; level: 2 | 3; isOpen: boolean }) {
  const { base, kept, query, facets } = listing;
  const { refinement } = query;
  const Heading = `h${level}` as const;
  const hasPrice = refinement.minPrice !== undefined || refinement.maxPrice !== undefined;
  const chosen = activeFilters(refinement).length;
  return (
    <details className="filters" open={isOpen}>
      <summary className="button min-h-[3.5rem]" data-panel="refine">
        Filtres
        {chosen > 0 && <span className="ms-1">{`(${chosen})`}</span>}
      </summary>
      <form method="get" action={base} id={REFINE_FORM} className="mt-4 lg:mt-0">
        <Heading className="text-xl">Affiner la recherche</Heading>
        <p className="sr-only">Entre parenthèses, le nombre de produits.</p>
        {Object.entries(kept)
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {isChoice(facets.sizes, refinement.sizes) && (
          <Choices legend="Pointure">
            <div className="flex flex-wrap gap-2">
              {facets.sizes.map(({ size, count }) => (
                <label key={size} className="pick">
                  <input
                    type="checkbox"
                    name={names.size}
                    value={size}
                    defaultChecked={refinement.sizes.includes(size)}
                  />
                  <span className="gap-1 px-2">
                    {size} <Count count={count} />
                  </span>
                </label>
              ))}
            </div>
          </Choices>
        )}
        {(facets.price || hasPrice) && (
          <Choices legend="Prix">
            {facets.price && (
              <p className="hint" id="prix-etendue">
                De {formatDinars(facets.price.min)} à {formatDinars(facets.price.max)}
              </p>
            )}
            <div className="mt-1 flex gap-3">
              <PriceField name={names.minPrice} label="de" value={refinement.minPrice} hasHint={!!facets.price} />
              <PriceField name={names.maxPrice} label="à" value={refinement.maxPrice} hasHint={!!facets.price} />
            </div>
          </Choices>
        )}
        {facets.reduced !== undefined && (
          <div className="mt-2">
            <Check name={names.reduced} value={REDUCED} isChosen={refinement.isReduced === true} count={facets.reduced}>
              {REDUCED_LABEL}
            </Check>
          </div>
        )}
        <Checks
          legend="Type"
          name={names.kind}
          chosen={refinement.kinds}
          choices={facets.kinds.map(({ kind, count }) => ({ value: kind, label: kindLabels[kind], count }))}
        />
        <Checks
          legend="Couleur"
          name={names.color}
          chosen={refinement.colors}
          choices={facets.colors.map(({ family, count }) => ({ value: family, ...familyTable[family], count }))}
        />
        <Checks
          legend="Genre"
          id="filtre-genre"
          name={names.gender}
          chosen={refinement.genders}
          choices={facets.genders.map(({ gender, count }) => ({ value: gender, label: genderLabels[gender], count }))}
        />
        <Checks
          legend="Matière"
          name={names.material}
          chosen={refinement.materials}
          choices={facets.materials.map(({ material, count }) => ({
            value: material,
            label: materialLabels[material],
            count,
          }))}
        />
        <Checks
          legend="Marque"
          name={names.brand}
          chosen={refinement.brands}
          choices={facets.brands.map(({ brand, count }) => ({ value: brand, label: brand, count }))}
        />
        <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-x-6 bg-ground py-3">
          <button className="button flex-auto whitespace-nowrap bg-ink text-ground" type="submit">
            {seeText(listing, facets.kinds)}
          </button>
          {isRefined(refinement) && <ClearLink listing={listing} />}
        </div>
        {/* Without products the sort is not drawn: this keeps the chosen order. */}
        {listing.products.length === 0 && query.sort !== query.defaultSort && (
          <input type="hidden" name={names.sort} value={query.sort} />
        )}
      </form>
    </details>
  );
}

/** Back to the whole list; its order stays. */
export function ClearLink({ listing: { base, kept, query } }: { listing: Listing }) {
  return (
    <a className="link py-2" href={listingPath(base, { ...query, page: 1, refinement: noRefinement }, kept)}>
      Tout effacer
    </a>
  );
}

/** A filter with one value for all products is left out, unless it is set. */
const isChoice = (offered: readonly unknown[], chosen: readonly unknown[]) => offered.length > 1 || chosen.length > 0;

function Choices({ legend, id, children }: { legend: string; id?: string | undefined; children: ReactNode }) {
  return (
    <fieldset id={id} className="mt-6">
      <legend className="label mb-1">{legend}</legend>
      {children}
    </fieldset>
  );
}

function PriceField(props: { name: string; label: string; value: number | undefined; hasHint: boolean }) {
  const { name, label, value, hasHint } = props;
  return (
    <div className="flex-1">
      <label htmlFor={name}>
        <span className="sr-only">Prix </span>
        {label}
      </label>
      <input
        className="field tabular-nums"
        id={name}
        name={name}
        type="text"
        inputMode="numeric"
        size={6}
        defaultValue={value}
        aria-describedby={hasHint ? "prix-etendue" : undefined}
      />
    </div>
  );
}

interface ChecksProps {
  legend: string;
  id?: string;
  name: string;
  chosen: readonly string[];
  choices: readonly { value: string; label: string; hex?: string; count: number }[];
}

function Checks({ legend, id, name, chosen, choices }: ChecksProps) {
  if (!isChoice(choices, chosen)) return null;
  return (
    <Choices legend={legend} id={id}>
      <ul className="columns-[9rem] gap-4">
        {choices.map(({ value, label, hex, count }) => (
          <li key={value} className="break-inside-avoid">
            <Check name={name} value={value} isChosen={chosen.includes(value)} count={count}>
              {hex && <Dot hex={hex} />}
              {label}
            </Check>
          </li>
        ))}
      </ul>
    </Choices>
  );
}

interface CheckProps {
  name: string;
  value: string;
  isChosen: boolean;
  count: number;
  children: ReactNode;
}

function Check({ name, value, isChosen, count, children }: CheckProps) {
  return (
    <label className="flex min-h-[2.25rem] items-center gap-2">
      <input className="size-5 shrink-0" type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      {children}
      <Count count={count} />
    </label>
  );
}

/** The number of products that a choice would leave. */
function Count({ count }: { count: number }) {
  return <small className="text-sm text-muted">{`(${count})`}</small>;
}

function Dot({ hex }: { hex: string }) {
  return (
    <svg className="shrink-0" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="8" fill={hex} stroke="currentColor" strokeOpacity=".4" />
    </svg>
  );
}
