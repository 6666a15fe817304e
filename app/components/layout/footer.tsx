import { formatPhone } from "~/domain/phone";

const links = [
  { href: "/shop", label: "Boutique" },
  { href: "/suivi", label: "Suivre ma commande" },
  { href: "/terms", label: "Conditions générales de vente" },
];

/** Section 2, Layout. `year` is absent on the page of last resort, which knows nothing but the phone number. */
export function Footer({ phone, year }: { phone: string; year?: number }) {
  return (
    <footer className="mt-20 bg-panel">
      <div className="page grid gap-8 py-10 sm:grid-cols-2 md:grid-cols-[2fr_1fr_1fr]">
        <div className="max-w-prose sm:col-span-2 md:col-span-1">
          <p className="font-display text-xl">Wahrane</p>
          <p className="mt-2 text-muted">
            Sandales, sabots et chaussures pour femme, homme et enfant. Livraison dans les 58 wilayas, paiement à la
            livraison.
          </p>
        </div>
        <nav aria-label="Liens utiles">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a className="quiet inline-block py-1" href={href}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="text-lg">Nous joindre</h2>
          <p>
            <a className="link inline-block py-1" href={`tel:+213${phone.slice(1)}`}>
              {formatPhone(phone)}
            </a>
          </p>
          <p className="text-muted">Du dimanche au jeudi, 9h–18h</p>
          <p className="text-muted">Oran, Algérie</p>
        </div>
        {year !== undefined && <p className="col-span-full border-t pt-4 text-sm text-muted">© {year} Wahrane</p>}
      </div>
    </footer>
  );
}
