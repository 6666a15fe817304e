import { type FormEvent, useEffect, useRef, useState } from "react";
import { RemoveForm } from "~/components/forms/remove-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useHydrated } from "~/components/forms/use-hydrated";
import { ProductPicture } from "~/components/ui/product-picture";
import { variantWords } from "~/domain/catalogue/size";
import { type CartLine, lineNotice, MAX_QUANTITY } from "~/domain/order/cart";
import type { AskedQuantity } from "~/domain/order/cart-view";
import { formatDinars } from "~/domain/values/money";
import { asciiDigits } from "~/domain/values/phone";

/** Id of the quantity field of the line with this index. */
export const quantityId = (index: number) => `ligne-${index + 1}-quantite`;

/** The quantity that was typed into a line, and why it was refused. */
export interface RefusedQuantity {
  variantId: string;
  typed: string;
  message: string;
}

/**
 * One line of the cart. Plus and minus are forms of their own that post the new absolute quantity,
 * so that a double press, a retry and a race end in the same cart.
 */
export function CartLineItem(props: {
  line: CartLine;
  index: number;
  /** Where its forms post to. */
  own: string;
  refused: RefusedQuantity | undefined;
  /** Why the last press was refused. */
  notice: string | undefined;
  /** Changes the line at once; without scripts the forms do it. */
  set: (quantity: AskedQuantity) => void;
}) {
  const { line, index, own, refused, set } = props;
  const { variantId, name, quantity, price, stock } = line;
  const href = `/product/${line.productSlug}`;
  const most = Math.min(stock, MAX_QUANTITY);
  const nameId = `ligne-${index + 1}`;
  const field = useQuantityField(quantity, refused !== undefined);
  // 0 while something is typed that was not asked for yet, null once that is no quantity.
  const [typed, setTyped] = useState<AskedQuantity>(1);
  const id = quantityId(index);
  const error = typed ? refused?.message : props.notice;
  const notice = error ?? props.notice ?? lineNotice(line);
  const ask = (quantity: AskedQuantity) => {
    setTyped(quantity);
    set(quantity);
  };
  const step = { own, variantId, set };
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-x-3 pb-8 pt-5 sm:gap-x-4 sm:grid-cols-[10rem_1fr]">
      {/* biome-ignore lint/a11y/useAnchorContent: for the pointer only; the name is the same link */}
      <a href={href} tabIndex={-1} aria-hidden="true" className="plate self-start">
        <ProductPicture picture={line.picture} sizes="160px" upTo={400} loading="eager" isNamedBeside />
      </a>
      <div className="min-w-0">
        <div className="flex flex-wrap justify-between gap-x-4">
          <p>
            <a href={href} id={nameId} className="quiet inline-block py-0.5 font-semibold">
              {name}
            </a>
          </p>
          <p className="ms-auto font-semibold tabular-nums">
            <span className="sr-only">Total de la ligne&nbsp;: </span>
            <span>{formatDinars(quantity * price)}</span>
          </p>
        </div>
        <p className="text-sm text-muted">{variantWords(line)}</p>
        <p className="text-sm tabular-nums">{`${formatDinars(price)} ${line.sizeLabel ? "l'unité" : "la paire"}`}</p>
        {notice && (
          <p className="wrong mt-1" id={`${id}-error`}>
            {notice}
          </p>
        )}
        <div className="relative mt-2 flex flex-wrap items-center gap-x-1 gap-y-2">
          <Step {...step} to={quantity - 1} isPossible={quantity > 1} label={`Diminuer la quantité\u00a0: ${name}`}>
            −
          </Step>
          <form
            method="post"
            action={own}
            noValidate
            className="[display:contents]"
            onSubmit={(event) => {
              const asked = quantityIn(field.current);
              // The server refuses anything else, with an error beside the field.
              if (!asked) return;
              event.preventDefault();
              ask(asked);
            }}
          >
            <input type="hidden" name="variante" value={variantId} />
            <input type="hidden" name="intent" value="quantite" />
            <label className="sr-only" htmlFor={id}>
              Quantité
            </label>
            <input
              id={id}
              ref={field}
              className="field mt-0 w-12 px-1 text-center tabular-nums"
              name="quantite"
              type="text"
              inputMode="numeric"
              required
              aria-describedby={notice ? `${id}-error ${nameId}` : nameId}
              aria-invalid={error ? true : undefined}
              defaultValue={refused?.typed ?? quantity}
              onChange={() => setTyped(0)}
              onBlur={({ target }) => {
                // A field that was emptied means nothing.
                if (typed === 0) target.value ||= String(quantity);
                const asked = quantityIn(target);
                if (typed === 0 || (asked && asked !== quantity)) ask(asked);
              }}
            />
            {/* Below the row, where there is room: nothing moves when it is hidden. */}
            <SubmitButton className="unscripted link absolute end-0 top-full py-1 text-sm" describedBy={nameId}>
              Mettre à jour
            </SubmitButton>
          </form>
          <Step {...step} to={quantity + 1} isPossible={quantity < most} label={`Augmenter la quantité\u00a0: ${name}`}>
            +
          </Step>
          <RemoveForm
            action={own}
            name="variante"
            value={variantId}
            describedBy={nameId}
            className="ms-auto"
            onSubmit={instead(() => set(0))}
          />
        </div>
        {stock > 0 && quantity >= stock && <p className="hint">Stock max</p>}
      </div>
    </li>
  );
}

function quantityIn(field: HTMLInputElement | null): AskedQuantity {
  const typed = Number(asciiDigits(field?.value ?? ""));
  return Number.isInteger(typed) && typed >= 1 && typed <= MAX_QUANTITY ? typed : null;
}

/** After F5 and Back the browser has filled in what the field held then. */
const wasRestored = (): boolean =>
  typeof document !== "undefined" &&
  performance
    .getEntriesByType("navigation")
    .some((entry) => (entry as PerformanceNavigationTiming).type !== "navigate");

/** Writes a changed quantity into the field, which else keeps what is typed. */
function useQuantityField(quantity: number, isRefused: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const savedQuantity = useRef(wasRestored() && !isRefused ? undefined : quantity);
  useEffect(() => {
    const isTyping = savedQuantity.current === undefined && field.current === document.activeElement;
    if (field.current && quantity !== savedQuantity.current && !isTyping) field.current.value = String(quantity);
    savedQuantity.current = quantity;
  }, [quantity]);
  return field;
}

/** Changes the cart without sending the form. */
const instead = (change: () => void) => (event: FormEvent) => {
  event.preventDefault();
  change();
};

interface StepProps {
  own: string;
  variantId: string;
  to: number;
  isPossible: boolean;
  set: (quantity: number) => void;
  label: string;
  children: string;
}

function Step({ own, variantId, to, isPossible, set, label, children }: StepProps) {
  // With scripts only aria-disabled, since a button that becomes disabled loses the focus.
  const isLive = useHydrated();
  return (
    <form method="post" action={own} onSubmit={instead(() => isPossible && set(to))}>
      <input type="hidden" name="variante" value={variantId} />
      <input type="hidden" name="quantite" value={to} />
      <button
        type="submit"
        name="intent"
        value="quantite"
        aria-label={label}
        disabled={!isPossible && !isLive}
        aria-disabled={!isPossible || undefined}
        className="button min-w-target px-0 aria-disabled:cursor-default aria-disabled:opacity-40"
      >
        {children}
      </button>
    </form>
  );
}
