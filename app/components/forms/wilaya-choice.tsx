import type { WilayaOption } from "./wilaya-options";

/** Id of the list, whose form answers `intent=livraison`. */
export const WILAYA_CHOICE = "vers";

/** The choice of the wilaya that the shop remembers, to name fees early (decision 048). */
export function WilayaChoice(props: {
  options: readonly WilayaOption[];
  chosen: number | undefined;
  onChoose?: (list: HTMLSelectElement) => void;
}) {
  const { options, chosen, onChoose } = props;
  const selected = options.find(({ value }) => value === String(chosen));
  return (
    <details>
      <summary className="link inline-block min-h-target cursor-pointer">Choisir ma wilaya</summary>
      <div className="mt-2 flex gap-2">
        <select
          id={WILAYA_CHOICE}
          name={WILAYA_CHOICE}
          className="field"
          aria-label="Livraison vers"
          defaultValue={selected?.value ?? ""}
          onChange={onChoose && ((event) => onChoose(event.target))}
        >
          {options.map(({ value, text }) => (
            <option key={text} value={value}>
              {text}
            </option>
          ))}
        </select>
        <button type="submit" name="intent" value="livraison" className="button unscripted">
          Valider
        </button>
      </div>
    </details>
  );
}
