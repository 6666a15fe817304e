import type { ReactNode } from "react";
import { formatPhone } from "~/domain/phone";

export const HOURS = "Du dimanche au jeudi, de 9\u00a0h à 18\u00a0h (heure d'Alger)";

export interface Place {
  name: string;
  address: string;
  phone: string | undefined;
}

/** @param isInText within a sentence, whose lines stay where they are */
export function PhoneLink({ phone, isInText }: { phone: string; isInText?: boolean }) {
  return (
    <a className={isInText ? "link" : "link inline-block py-1"} href={`tel:+213${phone.slice(1)}`}>
      {formatPhone(phone)}
    </a>
  );
}

/** As `callOrWrite`, with a link; `isFirst` where the sentence begins with it. */
export function CallOrWrite({ phone, isFirst }: { phone: string | undefined; isFirst?: boolean }) {
  if (phone === undefined)
    return (
      <a className="link" href="/contact">
        {isFirst ? "Écrivez-nous" : "écrivez-nous"}
      </a>
    );
  return (
    <>
      {isFirst ? "Appelez-nous au" : "appelez-nous au"} <PhoneLink phone={phone} isInText />
    </>
  );
}

export function MailLink({ email, isInText }: { email: string; isInText?: boolean }) {
  return (
    <a className={isInText ? "link" : "link inline-block py-1"} href={`mailto:${email}`}>
      {email}
    </a>
  );
}

/** The shops where one can walk in, as far as they are set; `intro` above them, what else there is to say below. */
export function Places({
  places,
  intro,
  children,
}: {
  places: readonly Place[];
  intro?: ReactNode;
  children?: ReactNode;
}) {
  if (places.length === 0) return children;
  return (
    <section className="mt-12" aria-labelledby="boutiques">
      <h2 id="boutiques" className="text-xl">
        Nos boutiques à Oran
      </h2>
      {intro}
      <ul className="mt-4 grid gap-4 sm:grid-cols-2">
        {places.map(({ name, address, phone }) => (
          <li key={`${name} ${address}`} className="panel">
            <h3 className="text-lg">{name}</h3>
            <p className="mt-1">{address}</p>
            {phone && (
              <p>
                <PhoneLink phone={phone} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** The shop's page elsewhere. */
export function ProfileLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="link inline-block py-1" href={href} rel="noopener">
      {children}
    </a>
  );
}

/** A part of a long text: its heading beside it where there is room. */
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
