import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { SubmitButton } from "~/components/forms/submit-button";
import { type Matches, pageMeta } from "~/components/layout/page-meta";
import type { loadLink } from "./token.server";

/** The page of a mailed link, with a button, because mail scanners open links. */
export function LinkPage(props: { title: string; path: string; button: string; children: ReactNode }) {
  const { title, path, button } = props;
  const { token } = useLoaderData<typeof loadLink>();
  const refused = useActionData<{ intro: string }>()?.intro;
  return (
    <>
      {refused && <ErrorSummary within="page" problems={[]} intro={refused} />}
      <div className="page py-8">
        <div className="prose">
          <h1 className="text-2xl">{title}</h1>
          {token && !refused ? (
            <>
              {props.children}
              <form method="post" action={`${path}?jeton=${token}`} className="mt-6">
                <SubmitButton>{button}</SubmitButton>
              </form>
            </>
          ) : (
            <>
              <p>
                Ce lien n'est pas complet ou n'est plus valable. Ouvrez-le de nouveau depuis l'e-mail, ou inscrivez-vous
                encore une fois.
              </p>
              <p>
                <a className="button" href="/newsletter">
                  Newsletter
                </a>
              </p>
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** @returns the `meta` of such a page */
export const linkMeta =
  (title: string, description: string) =>
  ({ matches }: { matches: Matches }) =>
    pageMeta(matches, { title, description });
