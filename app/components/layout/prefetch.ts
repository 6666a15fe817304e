import { prefetched } from "virtual:prefetched-paths";
import { isFrugal } from "../ui/connection";

/** A link that is pointed at for so long will probably be followed. */
const INTENT_MS = 65;
const MOST = 10;

/** Prefetches the page of a link that is pointed at, except on slow or metered connections. */
export function prefetch(): void {
  if (isFrugal()) return;

  const fetched = new Set([location.pathname + location.search]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointedAt: HTMLAnchorElement | null | undefined;

  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link === pointedAt) return;
    pointedAt = link;
    clearTimeout(timer);
    if (link) timer = setTimeout(() => add(link), INTENT_MS);
  };
  const add = ({ origin, pathname, search }: HTMLAnchorElement) => {
    const address = pathname + search;
    if (origin !== location.origin || !prefetched.test(pathname) || fetched.has(address) || fetched.size > MOST) return;
    fetched.add(address);
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = address;
    document.head.append(link);
  };
  for (const type of ["pointerover", "touchstart", "focusin"]) addEventListener(type, point, { passive: true });
}
