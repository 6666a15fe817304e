import { fixedMeta } from "~/components/layout/page-meta";
import { ButtonLink } from "~/components/ui/links";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false } satisfies RouteHandle;

export const meta = fixedMeta({
  title: "Vérifiez votre boîte e-mail – Newsletter",
  description: "Un lien vous attend pour confirmer votre inscription à la newsletter.",
});

/** The same for every address, so that nobody learns who is subscribed. */
export default function Thanks() {
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">Vérifiez votre boîte e-mail</h1>
        <p>
          Si cette adresse n'est pas encore inscrite, nous venons d'y envoyer un e-mail, avec un lien pour confirmer. Il
          arrive en quelques minutes&nbsp;; regardez aussi dans les indésirables.
        </p>
        <p>
          Nous n'écrivons qu'une fois par jour à une adresse, trois fois en tout, et plus du tout pendant 30 jours après
          une désinscription.
        </p>
        <p>
          <ButtonLink href="/shop">Découvrir nos produits</ButtonLink>
        </p>
      </div>
    </div>
  );
}
