/** Waits until no press is under way: what appears would move the pressed element away. */
export async function untilPressEnds(): Promise<void> {
  while (document.querySelector("#app :active")) await new Promise((go) => setTimeout(go, 50));
}
