import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink, TallLink } from "~/components/ui/links";
import { cardPath } from "~/domain/catalogue/matching-variant";
import { ProductRow } from "../catalogue/product-row";
import { PhoneLink } from "../ui/phone-link";
import { ProductPicture } from "../ui/product-picture";
import { errorText } from "./error-text";
import { useLayoutData } from "./layout-data";
import type { NavigationLink } from "./link-list";

/** Shown instead of a page that failed. */
export default function ErrorPage({ error }: { error: unknown }) {
  const phone = useLayoutData()?.shopPhone;
  const { pathname, search } = useLocation();
  const { title, what, message, links } = errorText(error, pathname);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <DeadEnd sign={`Erreur ${status}`} title={title} offers={status === 404}>
      {what && <p className="mt-4 text-lg">{what}</p>}
      <p className="mt-4">{message}</p>
      {status >= 500 && phone && (
        <p className="mt-2">
          Par téléphone&nbsp;: <PhoneLink phone={phone} />
        </p>
      )}
      <ul className="mt-6 flex flex-wrap items-center gap-4">
        {status >= 500 && (
          <li>
            <ButtonLink href={`${pathname}${search}`}>Réessayer</ButtonLink>
          </li>
        )}
        <NextLinks links={links} />
      </ul>
    </DeadEnd>
  );
}

export function NextLinks({ links }: { links: readonly NavigationLink[] }) {
  return links.map(({ href, label }) => (
    <li key={href}>
      <TallLink href={href}>{label}</TallLink>
    </li>
  ));
}

/**
 * A page for what does not exist or failed, beside a picture of a pair. In words alone while the
 * shop has no pairs, or its layout's data could not be read.
 * @param offers whether pairs are offered below it: the visitor looked for something to see
 */
export function DeadEnd(props: { sign: string; title: string; offers?: boolean; children: ReactNode }) {
  const { pairs: [first, ...others] = [] } = useLayoutData() ?? {};
  return (
    <>
      <div className="page grid gap-8 py-10 md:grid-cols-[2fr_1fr]">
        <div className="max-w-prose">
          <p className="text-sm text-muted">{props.sign}</p>
          <h1 className="mt-2 text-2xl">{props.title}</h1>
          {props.children}
        </div>
        {first && (
          <a className="plate block" href={cardPath(first)}>
            <ProductPicture picture={first.picture} sizes="(min-width:43.75em) 33vw,100vw" loading="eager" />
          </a>
        )}
      </div>
      {props.offers && <ProductRow id="paires" title="Les dernières paires arrivées" products={others} />}
    </>
  );
}
