import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PhoneLink } from "../ui/phone-link";
import { errorText, type NextLink } from "./error-text";

/** Shown instead of a page that failed. @param phone undefined without the layout's data */
export default function ErrorPage({ error, phone }: { error: unknown; phone: string | undefined }) {
  const { pathname, search } = useLocation();
  const { title, what, message, links } = errorText(error, pathname);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <DeadEnd sign={`Erreur ${status}`} title={title}>
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
            <a className="button" href={`${pathname}${search}`}>
              Réessayer
            </a>
          </li>
        )}
        <NextLinks links={links} />
      </ul>
    </DeadEnd>
  );
}

/** Links to other pages, as items of a list. */
export function NextLinks({ links }: { links: readonly NextLink[] }) {
  return links.map(({ href, label }) => (
    <li key={href}>
      <a className="link inline-block py-1" href={href}>
        {label}
      </a>
    </li>
  ));
}

/** A page for what does not exist or failed, with a drawing of one shoe whose pair is missing. */
export function DeadEnd(props: { sign: string; title: string; children: ReactNode }) {
  return (
    <div className="page grid items-center gap-8 py-12 md:grid-cols-[2fr_1fr]">
      <div className="max-w-prose">
        <p className="text-sm text-muted">{props.sign}</p>
        <h1 className="mt-2 text-2xl">{props.title}</h1>
        {props.children}
      </div>
      <svg width="304" height="120" viewBox="0 0 76 30" className="text-accent" fill="currentColor" aria-hidden="true">
        <path d={SHOE} transform="translate(2 2)" />
        <path
          d={SHOE}
          transform="translate(40 2)"
          fill="none"
          stroke="currentColor"
          strokeWidth="0.4"
          strokeDasharray="1.2 1"
        />
      </svg>
    </div>
  );
}

/** The clog of the favicon, seen from the side. */
const SHOE =
  "M1 20h30.6c.2 2.4-1.6 4-3.9 4H4c-1.8 0-3-1.2-3-3zM1 12.5c.1-1.1 1.5-1.3 2.2-.6 1.8 1.9 3.8 2.9 6 3.2.3-4.9 2-8.9 4.9-11.7.6-.5 1.3-.5 1.9-.1 1.6 1.4 3.5 2.4 5.8 3.2 6 2.1 9.6 5.1 10 11.5H2c-.6 0-1-.4-1-1z";
