import type { ReactNode } from "react";
import { SubmitButton } from "~/components/forms/submit-button";
import { stockLine } from "~/domain/choice";
import { sizeNoun } from "~/domain/size";
import type { Answer } from "./answer-form.server";
import { ChoiceFields } from "./choice-fields";
import { type ChosenProps, chosen } from "./chosen";

/** Colour, size, quantity and the button. */
export function Choice(props: ChosenProps & { answer: Answer | undefined; guide: ReactNode }) {
  const { product, choice, answer, guide } = props;
  const { shade, sizes, size, what } = chosen(props);
  const noun = sizeNoun(product.labels !== undefined);
  return (
    <>
      <ChoiceFields
        shades={product.shades}
        shade={shade}
        sizes={sizes}
        size={size?.size}
        quantity={choice.quantite}
        errors={answer?.errors ?? {}}
        guide={guide}
      />
      <p className="mt-4" aria-live="polite">
        {size ? (
          // What is written here must be true whatever is chosen next without scripts: it says of which size it speaks.
          <>
            {what}&nbsp;: <strong className={size.stock <= 3 ? "text-accent" : ""}>{stockLine(size.stock)}</strong>
          </>
        ) : sizes.some(({ stock }) => stock > 0) ? (
          `Choisissez une ${noun}`
        ) : (
          `Aucune ${noun} disponible pour le moment`
        )}
      </p>
      <div className="sticky bottom-0 -mx-4 mt-2 border-t bg-ground px-4 py-3 md:static md:mx-0 md:border-0 md:px-0">
        <SubmitButton name="intent" value="ajouter" className="button-primary w-full">
          Ajouter au panier
        </SubmitButton>
      </div>
    </>
  );
}
