/** Waits for the end of a press: what appears under it would move away what is pressed. */
export async function afterPress(): Promise<void> {
  while (document.querySelector("#app :active")) await new Promise((go) => setTimeout(go, 50));
}
