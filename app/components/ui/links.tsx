import type { ReactNode } from "react";

interface To {
  href: string;
  children: ReactNode;
}

/** Within a sentence, whose line height is to stay. */
export const TextLink = ({ href, children }: To) => (
  <a className="link" href={href}>
    {children}
  </a>
);

/** With room around it for a finger. */
export const LineLink = ({ href, children }: To) => (
  <a className="link inline-block py-1" href={href}>
    {children}
  </a>
);

/** As a button looks. */
export const ButtonLink = ({ href, children }: To) => (
  <a className="button" href={href}>
    {children}
  </a>
);
