import { prefetched } from "virtual:prefetched-paths";
import { isFrugal } from "../ui/connection";

/** Pointed at for so long, a link is meant. */
const INTENT_MS = 65;
const MOST = 10;

/** Asks for the next page while the finger is still on its way; never on a connection that is slow or paid by the byte. */
export function prefetch(): void {
  if (isFrugal()) return;

  const asked = new Set([location.pathname + location.search]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let meant: HTMLAnchorElement | null | undefined;

  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link === meant) return;
    meant = link;
    clearTimeout(timer);
    if (link) timer = setTimeout(() => ask(link), INTENT_MS);
  };
  const ask = ({ origin, pathname, search }: HTMLAnchorElement) => {
    const address = pathname + search;
    if (origin !== location.origin || !prefetched.test(pathname) || asked.has(address) || asked.size > MOST) return;
    asked.add(address);
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = address;
    document.head.append(link);
  };
  for (const type of ["pointerover", "touchstart", "focusin"]) addEventListener(type, point, { passive: true });
}
