import { useRef } from "react";
import DeliveryFields, { type DeliveryFieldsProps } from "~/components/forms/delivery-fields";
import { useFormValue } from "~/components/forms/use-form-value";
import { pairsChosen } from "~/domain/catalogue/choice-view";

interface Props extends Pick<DeliveryFieldsProps, "view" | "wilayas" | "remembered" | "isListNew"> {
  price: number;
  quantite: string;
}

/** The delivery fields for this product: fees and total follow the quantity. */
export default function DirectOrderFields({ price, quantite, ...delivery }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const pairs = pairsChosen(useFormValue(root, "quantite", quantite));
  return (
    <div ref={root}>
      <input type="hidden" name="paires" value={pairs} />
      <DeliveryFields {...delivery} pairs={pairs} amount={pairs * price} />
    </div>
  );
}
