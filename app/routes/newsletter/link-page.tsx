import type { ReactNode } from "react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { SubmitButton } from "~/components/forms/submit-button";

/**
 * Where a mailed link leads: a page with a button, because mail scanners open links. @param token absent when the link was cut
 * off on its way
 */
export function LinkPage(props: {
  title: string;
  token: string | undefined;
  path: string;
  button: string;
  /** Why the press did nothing. */
  refused?: string | undefined;
  children: ReactNode;
}) {
  const { title, token, path, button, refused } = props;
  return (
    <>
      {refused && <ErrorSummary problems={[]} intro={refused} />}
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
