/** Arrow keys run through a closed list: only the choice where they stop is posted. */
const PAUSE_MS = 150;

/** Names the fees of the wilaya chosen below the order form, and has the shop remember it. */
export function followWilaya(root: HTMLElement): void {
  const list = root.querySelector("select");
  const line = root.querySelector("p");
  const form = list?.form;
  if (!list || !line || !form) return;
  root.dataset.awake = "";
  let running: AbortController | undefined;
  list.addEventListener("change", async () => {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      await new Promise((go) => setTimeout(go, PAUSE_MS));
      if (signal.aborted) return;
      const price = form.querySelector<HTMLInputElement>("[name=prix]")?.value ?? "";
      const body = new URLSearchParams({ vers: list.value, montant: price });
      const answer = await fetch("/livraison", { method: "POST", body, signal });
      if (!answer.ok) throw new Error(String(answer.status));
      line.textContent = ((await answer.json()) as { line: string }).line;
      begin(form.querySelector("[name=wilaya]"), list.value);
    } catch {
      // The button beside the list does it.
      if (!signal.aborted) delete root.dataset.awake;
    }
  });
}

/** The order form begins with that wilaya, unless another was chosen there. */
function begin(list: HTMLSelectElement | null, wilaya: string): void {
  const chosen = list?.selectedOptions[0];
  if (!list || (list.value && list.dataset.begun !== list.value && !chosen?.defaultSelected)) return;
  list.value = wilaya;
  list.dataset.begun = wilaya;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}
