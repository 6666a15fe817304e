import { WilayaChoice } from "~/components/forms/wilaya-choice";
import type { WilayaOption } from "~/components/forms/wilaya-options";

/** The delivery of one pair, below the order form, and the choice of the wilaya (decision 048). */
export function DeliveryLine(props: { line: string; options: readonly WilayaOption[]; chosen: number | undefined }) {
  return (
    <div className="mb-3 mt-3" data-enhance="wilaya">
      <p aria-live="polite">{props.line}</p>
      <WilayaChoice options={props.options} chosen={props.chosen} />
    </div>
  );
}
