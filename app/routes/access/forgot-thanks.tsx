import { fixedMeta } from "~/components/layout/page-meta";
import { TextLink } from "~/components/ui/links";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false } satisfies RouteHandle;

const TITLE = "Vérifiez votre boîte e-mail";

export const meta = fixedMeta({
  title: TITLE,
  description: "Un lien vous attend pour choisir un nouveau mot de passe.",
});

/** The same for every address. */
export default function Thanks() {
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">{TITLE}</h1>
        <p>
          Si un compte existe à cette adresse, nous venons d'y envoyer un lien pour choisir un nouveau mot de passe. Il
          est valable 30 minutes.
        </p>
        <p>L'e-mail arrive en quelques minutes&nbsp;; regardez aussi dans les indésirables.</p>
        <p>
          Rien reçu&nbsp;? Vérifiez l'adresse et{" "}
          <TextLink href="/forgot-password">recommencez dans dix minutes</TextLink>.
        </p>
      </div>
    </div>
  );
}
