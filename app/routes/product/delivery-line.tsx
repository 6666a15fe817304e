import { WilayaChoice } from "~/components/forms/wilaya-choice";
import type { WilayaOption } from "~/components/forms/wilaya-options";
import { WilayaListSlot, WilayaSlot } from "~/components/layout/slots";

/** The delivery of one pair, near the button, and the choice of the wilaya (decision 048). */
export function DeliveryLine(props: {
  lowest: string;
  lines: Record<number, string>;
  options: readonly WilayaOption[];
  chosen: number | undefined;
}) {
  const { lowest, lines, options, chosen } = props;
  return (
    <div className="mb-3 md:mt-3" data-enhance="wilaya">
      <p aria-live="polite">
        <WilayaSlot lines={lines} otherwise={lowest} />
      </p>
      <WilayaListSlot>
        <WilayaChoice options={options} chosen={chosen} />
      </WilayaListSlot>
    </div>
  );
}
