import type { MetaFunction } from "@remix-run/react";
import { pageMeta } from "~/components/ui/meta";
import { CheckMail } from "./check-mail";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Vérifiez votre boîte e-mail",
    description: "Un lien vous attend pour choisir un nouveau mot de passe.",
    noIndex: true,
  });

export default function Thanks() {
  return (
    <CheckMail again={{ href: "/forgot-password", label: "recommencez dans dix minutes" }}>
      <p>
        Si un compte existe à cette adresse, un lien l'attend pour choisir un nouveau mot de passe. Il est valable 30
        minutes.
      </p>
    </CheckMail>
  );
}
