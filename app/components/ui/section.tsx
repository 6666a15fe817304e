import type { ReactNode } from "react";

interface Props {
  title: ReactNode;
  /** With it the heading can be linked to, and screen readers list the part by it. */
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Section({ title, id, className, children }: Props) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
