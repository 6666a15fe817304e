import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useLayoutData } from "~/components/layout/layout-data";
import { type Matches, pageMeta } from "~/components/layout/page-meta";
import { LINK_GONE } from "~/domain/account/access-texts";

/** Where the page of a link that is gone leads. */
type Ways = readonly { href: string; label: string }[];

interface Props {
  title: string;
  path: string;
  button: string;
  /** The page of the same link's other button. */
  other?: { path: string; label: string };
  whenGone: Ways;
  /** Why a link that is still valid did nothing, and would do nothing again. */
  problem?: string | null | undefined;
  children: ReactNode;
}

/**
 * The page of a mailed link that a button uses, because mail scanners open links. Its loader is
 * `loadAccountLink`; when its action refuses, the loader finds no token, and the link is gone.
 */
export function AccountLinkPage({ title, path, button, other, whenGone, problem, children }: Props) {
  const { token } = useLoaderData<{ token?: string }>();
  if (problem) return <LinkGone title={title} because={problem} ways={whenGone} />;
  if (!token) return <LinkGone ways={whenGone} />;
  return (
    <div className="page max-w-prose py-8">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2">{children}</p>
      <OwnForm action={`${path}?jeton=${token}`} className="mt-6">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton className="button-primary w-full sm:w-auto">{button}</SubmitButton>
          {other && (
            <>
              {" "}
              <a className="link py-2" href={`${other.path}?jeton=${token}`}>
                {other.label}
              </a>
            </>
          )}
        </div>
      </OwnForm>
    </div>
  );
}

/** @returns the `meta` of a page whose loader is `loadAccountLink` */
export const accountLinkMeta =
  (title: string, description: string) =>
  ({ data, matches }: { data: { token?: string } | undefined; matches: Matches }) =>
    pageMeta(matches, { title: data?.token ? title : LINK_GONE, description });

interface Gone {
  title?: string;
  because?: string;
  ways: Ways;
}

const BECAUSE = "Ce lien a expiré, ou il a déjà servi.";

/** The page of a mailed link that has been used or has expired, or that can do nothing more. */
export function LinkGone({ title = LINK_GONE, because = BECAUSE, ways }: Gone) {
  // Set when a form of the link's page was sent too late.
  const isRefused = useLayoutData()?.isRefused;
  return (
    <>
      {isRefused && <ErrorSummary within="page" problems={[]} intro={because} />}
      <div className="page py-8">
        <div className="prose">
          <h1 className="text-2xl">{title}</h1>
          {!isRefused && <p>{because}</p>}
          <p className="flex flex-wrap gap-x-6 gap-y-3">
            {ways.map(({ href, label }) => (
              <a key={href} className="button" href={href}>
                {label}
              </a>
            ))}
          </p>
        </div>
      </div>
    </>
  );
}
