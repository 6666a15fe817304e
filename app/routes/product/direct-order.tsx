import { useRef } from "react";
import DeliveryFields, { type DeliveryFieldsProps } from "~/components/forms/delivery-fields";
import { useFormValues } from "~/components/forms/use-form-values";
import { useHydrated } from "~/components/forms/use-hydrated";
import { pieces, sizeNoun } from "~/domain/size";
import { type ChoiceValues, type Chosen, chosen } from "./chosen";

interface Props {
  product: Chosen;
  choice: ChoiceValues;
  color: string;
  delivery: DeliveryFieldsProps["view"];
  wilayas?: DeliveryFieldsProps["wilayas"];
}

/** Delivery of this one product, and what is ordered in words (decision 3). */
export default function DirectOrder({ product, choice: initial, color, delivery, wilayas }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const choice = useFormValues(root, initial);
  const { what, pairs } = chosen(product, choice, color);
  const isFollowed = useHydrated();
  const isLabelled = product.labels !== undefined;
  const order = [product.name, what || `${sizeNoun(isLabelled)} à choisir`, pieces(pairs, isLabelled)].join(", ");
  return (
    <div ref={root}>
      <input type="hidden" name="paires" value={pairs} />
      <DeliveryFields view={delivery} wilayas={wilayas} pairs={pairs} amount={pairs * product.price} />
      <p className="mt-4 min-h-[3.2rem]">{isFollowed ? `Vous commandez\u00a0: ${order}.` : ""}</p>
    </div>
  );
}
