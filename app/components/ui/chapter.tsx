import type { ReactNode } from "react";

/** A part of a long text, with its heading beside it on wide screens. */
export function Chapter({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="mt-12 grid gap-x-12 gap-y-2 md:grid-cols-[1fr_2fr]">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <div className="prose">{children}</div>
    </section>
  );
}
