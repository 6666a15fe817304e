import type { ReactNode } from "react";
import { ourShops } from "~/domain/content/our-shops";
import { formatPhone } from "~/domain/values/phone";
import { useLayoutData } from "../layout/layout-data";
import { LineLink, TextLink } from "./links";
import { PhoneLink } from "./phone-link";
import { Section } from "./section";

export const HOURS = "Du dimanche au jeudi, de 9\u00a0h à 18\u00a0h (heure d'Alger)";

interface Place {
  name: string;
  address: string;
  phone: string | undefined;
}

/** Opens a chat with the shop, which begins with the message. */
export function WhatsAppLink(props: { number: string; message: string; isInText?: boolean; children: string }) {
  const { number, message, isInText, children } = props;
  const Link = isInText ? TextLink : LineLink;
  return <Link href={`https://wa.me/213${number.slice(1)}?text=${encodeURIComponent(message)}`}>{children}</Link>;
}

/**
 * `callOrWrite` with links; `isFirst` at the beginning of a sentence.
 * @param about what a WhatsApp message asks about, where the shop has WhatsApp
 */
export function CallOrWrite({ about, isFirst }: { about?: string; isFirst?: boolean }) {
  const { shopPhone: phone, whatsapp: number } = useLayoutData() ?? {};
  const write = isFirst && !phone ? "Écrivez-nous" : "écrivez-nous";
  const whatsApp = about && number && (
    <WhatsAppLink number={number} message={`Bonjour, une question sur ${about}`} isInText>
      {`${write} sur WhatsApp`}
    </WhatsAppLink>
  );
  if (phone)
    return (
      <>
        {isFirst ? "Appelez-nous au " : "appelez-nous au "}
        <PhoneLink phone={phone} isInText />
        {whatsApp && <> ou {whatsApp}</>}
      </>
    );
  return whatsApp || <TextLink href="/contact">{write}</TextLink>;
}

/** One line for questions, where the shop has told a number. */
export function Question({ about }: { about: string }) {
  const { shopPhone, whatsapp } = useLayoutData() ?? {};
  if (!shopPhone && !whatsapp) return null;
  return (
    <p className="hint mt-4">
      Une question&nbsp;? <CallOrWrite about={about} isFirst />.
    </p>
  );
}

/** Whether there is any way to reach the shop but its form. */
export function useHasWays(): boolean {
  const { shopPhone, whatsapp, contact } = useLayoutData() ?? {};
  return [shopPhone, whatsapp, contact?.email, contact?.address, contact?.profiles[0]].some(Boolean);
}

/** The ways to reach the shop that are set, each with its name; `useHasWays` says if any is. */
export function WaysToReach() {
  const { shopPhone: phone, whatsapp, contact } = useLayoutData() ?? {};
  const { email, address, profiles = [] } = contact ?? {};
  return (
    <dl className="mt-4 space-y-4">
      {phone && (
        <ContactEntry name="Téléphone">
          <PhoneLink phone={phone} />
          <br />
          {HOURS}
        </ContactEntry>
      )}
      {whatsapp && (
        <ContactEntry name="WhatsApp">
          <WhatsAppLink number={whatsapp} message="Bonjour,">
            {formatPhone(whatsapp)}
          </WhatsAppLink>
        </ContactEntry>
      )}
      {email && (
        <ContactEntry name="E-mail">
          <LineLink href={`mailto:${email}`}>{email}</LineLink>
          <br />
          Réponse dans les 24&nbsp;h
        </ContactEntry>
      )}
      {address && <ContactEntry name="Adresse">{address}</ContactEntry>}
      {profiles.length > 0 && (
        <ContactEntry name="Ailleurs">
          {profiles.map(({ name, href }) => (
            <span key={name} className="me-4">
              <LineLink href={href}>{name}</LineLink>
            </span>
          ))}
        </ContactEntry>
      )}
    </dl>
  );
}

function ContactEntry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A heading: "Nos boutiques à Oran". */
export const OurShops = ({ count }: { count: number }) => `N${ourShops(count).slice(1)} à Oran`;

/** The shops that are set, between `intro` and the children; without shops only the children. */
export function Places(props: { places: readonly Place[]; intro?: ReactNode; children?: ReactNode }) {
  const { places, intro, children } = props;
  if (places.length === 0) return children;
  return (
    <Section title={<OurShops count={places.length} />} id="boutiques" className="mt-12">
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
    </Section>
  );
}
