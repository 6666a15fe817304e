import { useRef } from "react";
import DeliveryFields, { type DeliveryFieldsProps } from "~/components/forms/delivery-fields";
import { useFormValues } from "~/components/forms/use-form-values";
import { pairsOf } from "./chosen";

interface Props extends Pick<DeliveryFieldsProps, "view" | "wilayas"> {
  price: number;
  quantite: string;
}

/** Delivery of this one product: fees and total follow the number of pairs. */
export default function DirectOrder({ price, quantite, view, wilayas }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const pairs = pairsOf(useFormValues(root, { quantite }).quantite);
  return (
    <div ref={root}>
      <input type="hidden" name="paires" value={pairs} />
      <DeliveryFields view={view} wilayas={wilayas} pairs={pairs} amount={pairs * price} />
    </div>
  );
}
