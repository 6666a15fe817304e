import { fixedMeta } from "~/components/layout/page-meta";
import { ButtonLink } from "~/components/ui/links";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false, search: "hidden" } satisfies RouteHandle;

export const meta = fixedMeta({ title: "Merci", description: "Votre message est arrivé à la boutique." });

/** The same after every message, so that the page is public. */
export default function Thanks() {
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">Merci !</h1>
        <p>Nous lisons chaque message et répondons dans les 24&nbsp;h, du dimanche au jeudi.</p>
        <p>
          <ButtonLink href="/contact">Envoyer un autre message</ButtonLink>
        </p>
      </div>
    </div>
  );
}
