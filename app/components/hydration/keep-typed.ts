type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Remembers what was typed before scripts arrived, and while React takes over (PE-8). React keeps the fields of a page that it can
 * adopt; when it has to rebuild one, the fields are new and empty.
 *
 * @returns puts everything back that is gone; called once React is done
 */
export function keepTyped(root: HTMLElement): () => void {
  // The old controls themselves are kept: they hold their values even after they were taken out of the page.
  let typed = new Map<string, Control>();
  let focused = "";
  const changed = new WeakSet<Control>();
  const isChanged = (control: Control) => {
    if (changed.has(control) || differs(control)) changed.add(control);
    return changed.has(control);
  };
  const note = () => {
    typed = new Map(
      [...controls(root)].filter(([path, control]) => {
        if (control === document.activeElement) focused = path;
        return control === document.activeElement || isChanged(control);
      }),
    );
    // React 18 sets a textarea that it adopts back to its text, if that is what it expects there: so it is something else.
    for (const control of typed.values())
      if (control instanceof HTMLTextAreaElement && isChanged(control)) control.defaultValue = control.value;
  };
  const events = ["input", "change", "focusin"];
  for (const event of events) root.addEventListener(event, note, true);
  note();

  return () => {
    for (const event of events) root.removeEventListener(event, note, true);
    for (const [path, control] of controls(root)) {
      const old = typed.get(path);
      if (!old || old === control) continue;
      takeOver(control, old);
      if (path === focused && document.activeElement === document.body) returnTo(control, old);
    }
  };
}

/** With the caret where it was: what is typed next belongs there. */
function returnTo(control: Control, old: Control): void {
  control.focus({ preventScroll: true });
  if (control instanceof HTMLSelectElement || old instanceof HTMLSelectElement || old.selectionStart === null) return;
  control.setSelectionRange(old.selectionStart, old.selectionEnd);
}

function takeOver(control: Control, old: Control): void {
  if (control instanceof HTMLInputElement && old instanceof HTMLInputElement && isToggle(control))
    control.checked = old.checked;
  else control.value = old.value;
}

const isToggle = (control: Control) => control.type === "radio" || control.type === "checkbox";

/** Every control under a name that is its own: form, name, a toggle's value, and which of several alike. */
function* controls(root: HTMLElement): Generator<[string, Control]> {
  const seen = new Map<string, number>();
  const all = root.querySelectorAll<Control>("input:not([type=hidden]):not([type=submit]), select, textarea");
  for (const control of all) {
    const form = control.form?.getAttribute("action") ?? "";
    const path = [form, control.name, isToggle(control) ? control.value : ""].join("|");
    const count = seen.get(path) ?? 0;
    seen.set(path, count + 1);
    yield [`${path}|${count}`, control];
  }
}

function differs(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  if (control instanceof HTMLInputElement && isToggle(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
