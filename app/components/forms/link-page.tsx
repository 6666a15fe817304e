import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/links";
import { ErrorSummary } from "./error-summary";
import { OwnForm } from "./own-form";
import { SubmitButton } from "./submit-button";

interface Props {
  title: string;
  path: string;
  button: string;
  children: ReactNode;
  /** For a link that is not complete, or no longer valid. */
  otherwise: { text: string; href: string; label: string };
}

/**
 * The page of a mailed link, with a button, because mail scanners open links. Its loader is
 * `loadLink`, and an action that refuses answers with an `intro`.
 */
export function LinkPage({ title, path, button, children, otherwise }: Props) {
  const { token } = useLoaderData<{ token?: string }>();
  const refused = useActionData<{ intro: string }>()?.intro;
  return (
    <>
      {refused && <ErrorSummary within="page" problems={[]} intro={refused} />}
      <div className="page py-8">
        <div className="prose">
          <h1 className="text-2xl">{title}</h1>
          {token && !refused ? (
            <>
              {children}
              <OwnForm action={`${path}?jeton=${token}`} className="mt-6">
                <SubmitButton>{button}</SubmitButton>
              </OwnForm>
            </>
          ) : (
            <>
              <p>{otherwise.text}</p>
              <p>
                <ButtonLink href={otherwise.href}>{otherwise.label}</ButtonLink>
              </p>
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** `otherwise` of a link whose button only ends something. */
export const INCOMPLETE = {
  text: "Ce lien n'est pas complet. Ouvrez-le de nouveau depuis l'e-mail.",
  href: "/shop",
  label: "Voir tous les produits",
};
