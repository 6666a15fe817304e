import { FormPage } from "~/components/forms/form-page";
import { useLayoutData } from "~/components/layout/layout-data";
import { ButtonLink } from "~/components/ui/links";
import { LINK_GONE } from "~/domain/account/access-texts";

interface Props {
  title?: string;
  because?: string | undefined;
  /** Why a form of the link's page was refused, where that is said beside it. */
  refused?: string | undefined;
  /** Where the page leads. */
  ways: readonly { href: string; label: string }[];
}

const BECAUSE = "Ce lien a expiré, ou il a déjà servi.";

/** The page of a mailed link that has been used or has expired, or that can do nothing more. */
export function LinkGone({ title = LINK_GONE, because = BECAUSE, refused = because, ways }: Props) {
  // Set when a form of the link's page was sent too late.
  const error = useLayoutData()?.isRefused ? refused : undefined;
  return (
    <FormPage title={title} refused={error ? { intro: error } : undefined}>
      {error !== because && <p className="mt-2">{because}</p>}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-3">
        {ways.map(({ href, label }) => (
          <ButtonLink key={href} href={href}>
            {label}
          </ButtonLink>
        ))}
      </p>
    </FormPage>
  );
}
