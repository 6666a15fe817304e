import type { MetaFunction } from "@remix-run/react";
import { pageMeta } from "~/components/ui/meta";
import { CheckMail } from "./check-mail";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Vérifiez votre boîte e-mail",
    description: "Un lien vous attend pour confirmer votre inscription.",
    noIndex: true,
  });

export default function Thanks() {
  return (
    <CheckMail again={{ href: "/register", label: "inscrivez-vous encore une fois" }}>
      <p>
        Nous venons de vous écrire. Ouvrez le lien de cet e-mail pour confirmer votre inscription{"\u00a0"}: il est
        valable 24 heures.
      </p>
    </CheckMail>
  );
}
