import { LineLink } from "~/components/ui/links";
import type { ButtonLook, Heading } from "~/domain/content/section";

/** The heading of a section, with the link to more of it. */
export function SectionHeading(props: Heading & { id: string; more?: { href: string; label: string } | undefined }) {
  const { id, title, subtitle, description, more } = props;
  return (
    <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {more && <LineLink href={more.href}>{more.label}</LineLink>}
      {subtitle && <p className="w-full text-muted">{subtitle}</p>}
      {description && <p className="w-full max-w-prose">{description}</p>}
    </div>
  );
}

/** A short "Découvrir" gets the title for screen readers, which would not say where it leads. */
export function SectionLink(props: { link: string; ctaText: string; title: string; button: ButtonLook }) {
  const { link, ctaText, title, button } = props;
  return (
    <a className={`cta ${button === "accent" ? "button-primary" : "button bg-ink text-ground"}`} href={link}>
      {ctaText}
      {ctaText === "Découvrir" && <span className="sr-only">&nbsp;: {title}</span>}
    </a>
  );
}

/** A line in the content's accent colour. */
export function AccentLine({ color }: { color: string | undefined }) {
  if (!color) return null;
  return (
    <svg className="mb-3" width="48" height="4" aria-hidden="true">
      <rect width="48" height="4" fill={color} />
    </svg>
  );
}
