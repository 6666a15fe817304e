export const shapes = {
  pause: "M9 5v14M15 5v14",
  play: "M8 5v14l11-7z",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
};

/** A button that works with scripts only, and is made by them. */
export function iconButton(label: string, shape: string, onPress: () => void) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon";
  button.innerHTML =
    '<span class="sr-only"></span><svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path/></svg>';
  const update = (words: string, path: string) => {
    const [text, drawing] = [button.querySelector("span"), button.querySelector("path")];
    if (text) text.textContent = words;
    drawing?.setAttribute("d", path);
  };
  update(label, shape);
  button.addEventListener("click", onPress);
  return { button, update };
}
