import { makePanel, showPanel, signButton } from "~/components/layout/panel";
import { addStyles } from "~/components/ui/may-fail";
import { magnify } from "./magnify";
import css from "./zoom.css?inline";

const PANEL = "zoom";
/** Pixels that a finger moves sideways to reach the next picture. */
const SWIPE = 60;

let zoom: ReturnType<typeof make> | undefined;

/** Where a picture at its first size is no larger than the page's own. */
const isPhone = () => !matchMedia("(min-width: 43.75em)").matches;

/**
 * Opens the large picture of this link over the page; on a phone enlarged where it was pressed.
 * @throws at once, when this browser is too old for constructed style sheets
 */
export function openZoom(link: HTMLAnchorElement, { detail, clientX, clientY }: MouseEvent): void {
  zoom ??= make();
  const list = link.closest("ul");
  const links = [...(list?.querySelectorAll<HTMLAnchorElement>("a") ?? [])];
  const { left, top, width, height } = link.getBoundingClientRect();
  // Those that the page counts: of the same colour.
  zoom.show(
    links.filter((other) => colorOf(other) === colorOf(link)),
    link,
  );
  showPanel(zoom.dialog, PANEL);
  // Keys press no point.
  if (detail > 0 && isPhone()) zoom.picture.enlargeAt((clientX - left) / width, (clientY - top) / height);
}

const colorOf = (link: Element) => link.closest<HTMLElement>("li")?.dataset.color;

/** 'Taupe, vue de profil', without the product's name. */
const viewIn = (alt: string) => {
  const view = alt.replace(/^[^,]*, /, "");
  return view.charAt(0).toUpperCase() + view.slice(1);
};

function make() {
  addStyles(css);
  const dialog = makePanel(PANEL, "zoom");

  let links: HTMLAnchorElement[] = [];
  let current = 0;
  const image = document.createElement("img");
  const view = document.createElement("div");
  view.className = "zoom-view";
  view.append(image);
  const picture = magnify(view, image);

  const caption = document.createElement("p");
  // Read out with each step: the focus stays on the button.
  caption.setAttribute("role", "status");
  const bar = document.createElement("div");
  bar.className = "zoom-bar";
  const button = (label: string, sign: string, press: () => void) =>
    bar.appendChild(signButton("icon", label, sign, press));
  const steps = [button("Photo précédente", "‹", () => step(-1)), button("Photo suivante", "›", () => step(1))];
  button("Réduire", "−", () => picture.zoom(false));
  button("Agrandir", "+", () => picture.zoom(true));
  const close = button("Fermer la photo", "✕", () => dialog.close());
  close.autofocus = true;
  dialog.append(view, caption, bar);

  function step(by: 1 | -1) {
    current = (current + by + links.length) % links.length;
    draw();
  }

  function draw() {
    const link = links[current];
    const small = link?.querySelector("img");
    if (!link || !small) return;
    picture.reset();
    // The small picture stands there until the large one has come.
    image.style.backgroundImage = `url("${small.currentSrc || small.src}")`;
    // Every browser with constructed style sheets knows WebP.
    image.src = link.href.replace("-800.jpg", "-1200.webp");
    image.alt = small.alt;
    dialog.setAttribute("aria-label", small.alt);
    const view = viewIn(small.alt);
    caption.textContent = links.length > 1 ? `${view} · ${current + 1} sur ${links.length}` : view;
  }

  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const by = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    if (key === "+" || key === "=") picture.zoom(true);
    else if (key === "-") picture.zoom(false);
    else if (by && picture.isLarge()) picture.move(by[0] as number, by[1] as number);
    else if (key === "ArrowLeft" && links.length > 1) step(-1);
    else if (key === "ArrowRight" && links.length > 1) step(1);
    else return;
    event.preventDefault();
  });
  picture.onSwipe = (x, y) => {
    if (links.length > 1 && Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
  };

  return {
    dialog,
    picture,
    show(all: HTMLAnchorElement[], link: HTMLAnchorElement) {
      links = all;
      current = Math.max(0, all.indexOf(link));
      for (const made of steps) made.hidden = all.length < 2;
      draw();
    },
  };
}
