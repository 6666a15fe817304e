import { Link } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";

/** What a single key does on this page. */
interface Shortcut {
  /** As `KeyboardEvent.key` has it: `j`, `Enter`, `/`, `1`. */
  key: string;
  /** What it does, for the list that `?` opens. */
  label: string;
  press: () => void;
}

type Registry = Set<{ current: readonly Shortcut[] }>;
const Keys = createContext<Registry | undefined>(undefined);

/**
 * Single keys of a page, while it is shown. They do nothing in fields, with Ctrl, Alt or Cmd,
 * beside an open dialog, and where the person has switched them off (WCAG 2.1.4). Whatever a key
 * does, a link or a button does as well.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(Keys);
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    registry?.add(latest);
    return () => void registry?.delete(latest);
  }, [registry]);
}

/** Listens for the keys of the page within, and shows them in a dialog. */
export function ShortcutKeys({ areOn, children }: { areOn: boolean; children: ReactNode }) {
  const registry = useMemo<Registry>(() => new Set(), []);
  const dialog = useRef<HTMLDialogElement>(null);
  const [listed, list] = useState<readonly Shortcut[]>([]);
  useEffect(() => {
    if (!areOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      const all = [...registry].flatMap(({ current }) => current);
      const found = event.key === "?" ? undefined : all.find(({ key }) => isKey(event, key));
      if (event.key === "?") {
        list(all);
        dialog.current?.showModal?.();
      } else if (found) found.press();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [areOn, registry]);
  return (
    <Keys.Provider value={registry}>
      {children}
      <dialog ref={dialog} aria-labelledby="raccourcis" className="panel max-w-prose text-ink">
        <h2 id="raccourcis" className="text-xl">
          Raccourcis clavier
        </h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {[...listed, { key: "?", label: "Cette liste" }].map(({ key, label }) => (
            <div key={key} className="[display:contents]">
              <dt>
                <kbd className="inline-block border border-edge px-2">{key === "Enter" ? "Entrée" : key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <p className="hint mt-3">
          Ils se désactivent dans{" "}
          <Link className="link" to="/gestion/securite" onClick={() => dialog.current?.close()}>
            Sécurité
          </Link>
          .
        </p>
        <form method="dialog" className="mt-4">
          <button type="submit" className="button">
            Fermer
          </button>
        </form>
      </dialog>
    </Keys.Provider>
  );
}

/** Whether nothing else waits for this key. */
function isFree(event: KeyboardEvent): boolean {
  const { ctrlKey, altKey, metaKey, isComposing, repeat, defaultPrevented, target } = event;
  if (ctrlKey || altKey || metaKey || isComposing || repeat || defaultPrevented) return false;
  if (document.querySelector("dialog[open]")) return false;
  if (!(target instanceof HTMLElement)) return true;
  if (target.isContentEditable || target.matches("input:not([type=checkbox]),select,textarea")) return false;
  return event.key !== "Enter" || !target.closest("a,button,summary,input");
}

/** On a French keyboard figures stand above other signs, and take Shift. */
const isKey = ({ key, code }: KeyboardEvent, wanted: string) =>
  key === wanted || (/^\d$/.test(wanted) && code === `Digit${wanted}`);
