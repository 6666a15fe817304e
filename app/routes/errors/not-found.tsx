import { data } from "@remix-run/node";
import { DeadEnd, NextLinks } from "~/components/layout/error-page";
import { home, pageNotFound, search, shop } from "~/components/layout/error-text";
import { fixedMeta } from "~/components/layout/page-meta";
import { TextLink } from "~/components/ui/links";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false, search: "hidden" } satisfies RouteHandle;

/** Decision 008: unknown addresses redirect here, and the answer here is 404. */
export const loader = () => data(null, { status: 404 });

export const meta = fixedMeta({ title: pageNotFound.title, description: pageNotFound.message });

export default function NotFound() {
  return (
    <DeadEnd sign="404" title={pageNotFound.title} offers>
      <p className="mt-4">{pageNotFound.message}</p>
      <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <NextLinks links={[home, shop, search]} />
      </ul>
      <p className="mt-6 text-muted">
        Vous cherchez votre commande&nbsp;? <TextLink href="/suivi">Suivez-la</TextLink>, ou{" "}
        <TextLink href="/contact">contactez-nous</TextLink>.
      </p>
    </DeadEnd>
  );
}
