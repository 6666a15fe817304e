import { useLoaderData } from "@remix-run/react";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { HOURS } from "~/components/ui/contact-links";
import { LineLink, TallLink, TextLink } from "~/components/ui/links";
import { PhoneLink } from "~/components/ui/phone-link";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { topicsOf } from "./questions";

export const handle = { private: false, search: "listed" } satisfies RouteHandle;

export const loader = () => ({ shops: settings.seller.locations.length, opening: settings.parcelOpening });

/** <details> open without a script, and for the browser's search in the page. */
export default function Faq() {
  const { shops, opening } = useLoaderData<typeof loader>();
  const layout = useLayoutData();
  const phone = layout?.shopPhone;
  const topics = topicsOf(shops, opening, layout);
  return (
    <div className="page py-8">
      <h1 className="text-2xl">Questions fréquentes</h1>
      <nav aria-label="Sujets" className="mt-4">
        <ul className="flex flex-wrap gap-x-6">
          {topics.map(({ id, title }) => (
            <li key={id}>
              <TallLink href={`#${id}`}>{title}</TallLink>
            </li>
          ))}
        </ul>
      </nav>
      {topics.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id} className="mt-12 grid gap-x-12 gap-y-2 md:grid-cols-[1fr_2fr]">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          <div className="border-t">
            {questions.map(({ question, answer, link }) => (
              <details key={question} className="border-b">
                <summary className="cursor-pointer py-3">{question}</summary>
                <div className="prose pb-4 text-muted">
                  {[answer].flat().map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                  {link && (
                    <p>
                      <LineLink href={link.href}>{link.label}</LineLink>
                    </p>
                  )}
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
      <div className="panel mt-12">
        <h2 className="text-lg">Une autre question&nbsp;?</h2>
        <p className="mt-1">
          {phone && (
            <>
              Appelez-nous au <PhoneLink phone={phone} isInText />. {HOURS}. Ou{" "}
            </>
          )}
          <TextLink href="/contact">{phone ? "écrivez-nous" : "Écrivez-nous"}</TextLink>.
        </p>
      </div>
    </div>
  );
}

export const meta = fixedMeta({
  title: "Questions fréquentes",
  description:
    "Commande sans compte, livraison dans les 58 wilayas, paiement à la livraison, pointures, retours, garantie, fidélité et données\u00a0: nos réponses.",
  canonical: "/faq",
});
