import { revealText } from "~/components/ui/reveal";
import { trustFeatures, usualReveal } from "~/domain/content/section";

const shapes: Record<(typeof trustFeatures)[number]["id"], string> = {
  livraison: "M2 8h14v12H2zM16 12h6l4 4v4H16zM8 20a2 2 0 1 0 0 5 2 2 0 0 0 0-5zM21 20a2 2 0 1 0 0 5 2 2 0 0 0 0-5z",
  paiement: "M2 8h24v14H2zM14 11.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM6 15h.5M21.5 15h.5",
  retours: "M4 13a10 10 0 1 1 3 8M4 6v7h7",
  contact: "M8 3h4l2 6-3 2c1 3 3 5 6 6l2-3 6 2v4c0 2-2 4-4 4C12 23 5 15 4 7c0-2 2-4 4-4z",
};

/** Section 2: a fixed block, whatever the section's content is. */
export function Trust({ name }: { name: string }) {
  return (
    <section className="trust" aria-labelledby={name}>
      <div className="page">
        <h2 id={name} className="mb-8 text-2xl">
          Pourquoi Nous Choisir
        </h2>
        <ul data-reveal={revealText(usualReveal)} className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {trustFeatures.map(({ id, title, description, highlights }) => (
            <li key={id}>
              <svg
                className="text-accent"
                width="40"
                height="40"
                viewBox="0 0 28 28"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.2"
                aria-hidden="true"
              >
                <path d={shapes[id]} />
              </svg>
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-1">{description}</p>
              <ul className="mt-2 text-sm text-muted">
                {highlights.map((highlight) => (
                  <li key={highlight}>{highlight}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
