import { ErrorSummary } from "~/components/forms/error-summary";
import { useRootData } from "~/components/layout/root-data";
import { LINK_GONE } from "~/domain/access-texts";

const BECAUSE = "Ce lien a expiré, ou il a déjà servi.";

/** The page of a mailed link that has been used or has expired. */
export function LinkGone({ next }: { next: readonly { href: string; label: string }[] }) {
  // Set when a form of the link's page was sent too late.
  const isRefused = useRootData()?.isRefused;
  return (
    <>
      {isRefused && <ErrorSummary within="page" problems={[]} intro={BECAUSE} />}
      <div className="page py-8">
        <div className="prose">
          <h1 className="text-2xl">{LINK_GONE}</h1>
          {!isRefused && <p>{BECAUSE}</p>}
          <p className="flex flex-wrap gap-x-6 gap-y-3">
            {next.map(({ href, label }) => (
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
