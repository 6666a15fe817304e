import { Honeypot } from "../forms/honeypot";
import { OwnForm } from "../forms/own-form";
import { PhoneLink } from "../ui/phone-link";
import { type LayoutData, useIsCheckout } from "./layout-data";
import { LinkList } from "./link-list";

const LOYALTY = { href: "/loyalty-program", label: "Programme de fidélité" };

const links = [
  { href: "/shop", label: "Boutique" },
  { href: "/collections", label: "Collections" },
  LOYALTY,
  { href: "/suivi", label: "Suivre ma commande" },
];

const shopLinks = [
  { href: "/about", label: "À propos" },
  { href: "/contact", label: "Contact" },
  { href: "/faq", label: "FAQ" },
  { href: "/terms", label: "Conditions générales de vente" },
  { href: "/privacy", label: "Confidentialité" },
];

/**
 * Section 2, Layout. The checkout has neither links nor a form below the order's.
 * `layout` is undefined on the error page after the layout's loader failed.
 */
export function Footer({ layout }: { layout: LayoutData | undefined }) {
  const phone = layout?.shopPhone;
  const copyright = layout && [`© ${layout.year} Wahrane`, layout.seller].filter(Boolean).join(" · ");
  if (useIsCheckout()) return <p className="page py-4 text-sm text-muted">{copyright}</p>;
  return (
    <div className="page grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[3fr_2fr_2fr_2fr]">
      <div className="max-w-prose sm:col-span-2 lg:col-span-1">
        <p className="font-display text-xl">Wahrane</p>
        <p className="mt-2 text-muted">
          Sandales, sabots et chaussures pour femme, homme et enfant. Livraison dans les 58 wilayas, paiement à la
          livraison.
        </p>
        <Newsletter />
      </div>
      <nav aria-label="Liens utiles" className="grid grid-cols-2 gap-x-6 lg:col-span-2">
        <LinkList entries={layout?.hasLoyalty === false ? links.filter((link) => link !== LOYALTY) : links} />
        <LinkList entries={shopLinks} />
      </nav>
      <div>
        <h2 className="text-lg">Nous joindre</h2>
        {phone ? (
          <>
            <p>
              <PhoneLink phone={phone} />
            </p>
            <p className="hint">Du dimanche au jeudi, de&nbsp;9&nbsp;h à&nbsp;18&nbsp;h</p>
          </>
        ) : (
          <p>
            <a className="row" href="/contact">
              Écrivez-nous
            </a>
          </p>
        )}
        {layout?.contact && <Contact contact={layout.contact} />}
      </div>
      {copyright && <p className="col-span-full border-t pt-4 text-sm text-muted">{copyright}</p>}
    </div>
  );
}

/** Without a key, since public pages are the same for everybody; the e-mail identifies repeats. */
function Newsletter() {
  return (
    <OwnForm action="/newsletter" noValidate className="mt-4 flex items-end gap-4">
      <label className="label">
        Newsletter&nbsp;: votre e-mail
        <input className="field" name="email" type="email" autoComplete="email" required />
      </label>
      <Honeypot />
      <button type="submit" className="button">
        S'inscrire
      </button>
    </OwnForm>
  );
}

function Contact({ contact: { email, address, profiles } }: { contact: NonNullable<LayoutData["contact"]> }) {
  return (
    <>
      {email && (
        <p>
          <a className="row break-all" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      )}
      {address && <p className="text-muted">{address}</p>}
      {profiles.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4">
          {profiles.map(({ name, href }) => (
            <li key={name}>
              <a className="row" href={href} rel="me noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
