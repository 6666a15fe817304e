import { Fragment } from "react";
import { OrderLines } from "~/components/cart/order-lines";
import { useLayoutData } from "~/components/layout/layout-data";
import { CallOrWrite } from "~/components/ui/contact-links";
import { ButtonLink, LineLink, SmallLink, TextLink } from "~/components/ui/links";
import { Row } from "~/components/ui/row";
import { Section } from "~/components/ui/section";
import { PersonName, TypedText } from "~/components/ui/typed-text";
import { RETURNS, WITHIN_DAYS, whenPaid } from "~/domain/delivery/delivery";
import { isOwed, type OrderStatus, statusLabels } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";
import type { ShownOrder } from "./view-of.server";

/** "Commande n° K7MQ-4TXP bien reçue" */
export const orderTitle = ({ number, status }: Pick<ShownOrder, "number" | "status">) =>
  `Commande n°\u00a0${number} ${outcome(status)}`;

/** A pending order is received, and confirmed only once the shop has called. */
const outcome = (status: OrderStatus): string =>
  status === "pending" ? "bien reçue" : statusLabels[status].toLowerCase();

/**
 * An order, on a guest's page or in an account.
 * @param links to correct and to cancel a pending order, where this shop can; undefined for a
 *   browser without cookies
 * @param isListed whether it is in the list of an account's orders, where it is found again
 */
export function OrderView(props: {
  order: ShownOrder;
  links: { correct: string | undefined; cancel: string | undefined } | undefined;
  /** Where a guest opens an account with what the order says. */
  registration?: string | undefined;
  /** Where its articles are reviewed, while one of them is not. */
  review?: string | undefined;
  isListed?: boolean;
}) {
  const { order, links, registration, review, isListed = false } = props;
  const { status } = order;
  const { hasCard } = useLayoutData() ?? {};
  const isPickup = Boolean(order.pickupPoint);
  const isPending = status === "pending";
  const isOpen = isOwed(status);
  return (
    <div className={isListed ? "max-w-prose" : "page max-w-prose py-8"}>
      <h1 className="text-2xl">
        Commande <span className="inline-block">n°&nbsp;{order.number}</span> {outcome(status)}
      </h1>
      {(isOpen || status === "delivered") && <p className="mt-2 text-lg">Merci pour votre commande.</p>}
      <dl className="rows mt-4">
        <Row label="Statut" value={statusLabels[status]} valueClass="font-semibold" />
        <Row label="Date" value={order.placedAt} />
      </dl>

      <Progress path={order.path} current={status} />

      <Section title={headings[status] ?? "Et maintenant"} className="panel mt-6">
        {isOpen && (
          <ol className="mt-2 list-decimal space-y-2 ps-5">
            {isPending && (
              <li>
                {order.reserved
                  ? "Nous vous appelons dans les 24\u00a0h pour confirmer."
                  : "Nous vous appelons dans les 24\u00a0h avant de réserver vos paires\u00a0: jusque-là, elles ne sont pas mises de côté."}
              </li>
            )}
            {order.isComingBack ? (
              <>
                <li>Votre colis nous revient&nbsp;: vous n'avez rien à payer.</li>
                <li>
                  Vous le voulez toujours&nbsp;? <CallOrWrite isFirst />.
                </li>
              </>
            ) : (
              <>
                <li>
                  {order.isAtPickupPoint
                    ? "Votre colis vous attend au point relais."
                    : `${isPickup ? "Le colis arrive au point relais" : "Le livreur vous apporte le colis"} ${WITHIN_DAYS}.`}
                </li>
                <li>
                  Préparez <strong className="whitespace-nowrap">{formatDinars(order.total)}</strong> en espèces, à
                  payer {whenPaid(isPickup)}.
                </li>
              </>
            )}
          </ol>
        )}
        {status === "delivered" && <p className="mt-2">{RETURNS}.</p>}
        {review && (
          <p className="mt-3">
            <ButtonLink href={review}>Donner mon avis</ButtonLink>
          </p>
        )}
        {status === "cancelled" && <Cancelled {...order} />}
        {order.isDoubtful && (
          <p className="mt-2">Le livreur dit pourtant que le colis est livré&nbsp;: nous vérifions.</p>
        )}
        <p className="mt-3">
          Une question&nbsp;? <CallOrWrite about={`ma commande n°\u00a0${order.number}`} isFirst />.
        </p>
      </Section>

      {order.parcel && <ParcelTracking {...order.parcel} />}

      <Section title="Articles" className="mt-6 border-t pt-4">
        <OrderLines lines={order.lines} />
        <dl className="rows border-t pt-3">
          <Row label="Sous-total" value={formatDinars(order.subtotal)} />
          {order.reward > 0 && <Row label="7ᵉ paire offerte" value={`−${formatDinars(order.reward)}`} />}
          <Row label="Livraison" value={formatDinars(order.fee)} />
          <Row
            label={isOpen && !order.isComingBack ? `À payer ${whenPaid(isPickup)}` : "Total"}
            value={formatDinars(order.total)}
            className="font-semibold"
          />
        </dl>
      </Section>

      <section className="mt-6 border-t pt-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-xl">Livraison</h2>
          {isPending && links?.correct && (
            <SmallLink href={links.correct}>Modifier le téléphone ou l'adresse</SmallLink>
          )}
        </div>
        <p className="mt-2">
          <PersonName>{order.name}</PersonName>
          <br />
          {order.phone}
        </p>
        <p className="mt-2">{order.pickupPoint ? "Au point relais" : "À domicile"}</p>
        {order.pickupPoint && <p>{order.pickupPoint}</p>}
        {!order.pickupPoint && (
          <p dir="auto" className="whitespace-pre-line break-words">
            {order.address}
          </p>
        )}
        <p>
          {order.commune} ({order.wilaya})
        </p>
        {order.pickupPoint && <TypedText label="Votre adresse" text={order.address} />}
        <TypedText label="Remarque" text={order.notes} />
      </section>

      {registration && (
        <Section title="Retrouver cette commande partout" className="panel mt-6">
          <p className="mt-2">
            {hasCard ? "Ajoutée à un compte, elle compte pour votre carte de fidélité, et" : "Avec un compte,"} votre
            prochaine commande sera préremplie.
          </p>
          <p className="mt-3">
            <ButtonLink href={registration}>Créer un compte avec ces coordonnées</ButtonLink>
          </p>
        </Section>
      )}
      {!isListed && (
        <p className="hint mt-6">
          Notez ce numéro&nbsp;: avec lui et votre téléphone, vous retrouvez cette page depuis{" "}
          <TextLink href="/suivi">Suivre ma commande</TextLink>.
        </p>
      )}
      {isPending && links?.cancel && (
        <p className="hint mt-4">
          Vous avez changé d'avis avant notre appel&nbsp;? <LineLink href={links.cancel}>Annuler la commande</LineLink>
        </p>
      )}
      {isPending && links && !(links.cancel && links.correct) && (
        <p className="hint mt-4">
          Pour {links.cancel ? "modifier" : links.correct ? "annuler" : "modifier ou annuler"} la commande,{" "}
          <CallOrWrite about={`ma commande n°\u00a0${order.number}`} />.
        </p>
      )}
      {!links && (
        <p className="hint mt-4">
          Votre navigateur refuse les cookies. Cette page reste ouverte une heure à cette adresse&nbsp;: ne la partagez
          pas.{isPending && " Pour modifier ou annuler la commande, contactez-nous."}
        </p>
      )}
    </div>
  );
}

function Progress({ path, current }: { path: ShownOrder["path"]; current: OrderStatus }) {
  const now = path.findIndex(({ status }) => status === current);
  const lineOf = (index: number) => (index > now ? "border-dashed border-line text-muted" : "border-accent");
  return (
    <>
      <h2 className="sr-only">Où en est la commande</h2>
      <ol className="mt-6 flex gap-1 text-sm">
        {path.map(({ status, day }, index) => (
          <li
            key={status}
            aria-current={index === now ? "step" : undefined}
            className={`flex-auto border-t-4 pt-2 ${lineOf(index)} ${index === now ? "font-semibold" : ""}`}
          >
            {status === "pending" ? "Reçue" : statusLabels[status]}
            {day ? <span className="block font-normal">{day}</span> : <span className="sr-only">&nbsp;: à venir</span>}
          </li>
        ))}
      </ol>
    </>
  );
}

function ParcelTracking({ tracking, events }: NonNullable<ShownOrder["parcel"]>) {
  return (
    <Section title="Suivi du colis" className="mt-6 border-t pt-4">
      <p className="mt-2">
        Numéro de suivi&nbsp;: <span className="whitespace-nowrap font-semibold">{tracking}</span>
      </p>
      {events.length > 0 && (
        <ol className="mt-3 space-y-3">
          {events.map(({ label, reason, at }, index) => (
            <li key={`${at} ${label}`}>
              <span className={index === 0 ? "font-semibold" : undefined}>
                {label}
                {reason && `\u00a0: ${reason}`}
              </span>
              <span className="block text-sm text-muted">{at}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** Headings of the box below the dates; by default 'Et maintenant'. */
const headings: Partial<Record<OrderStatus, string>> = {
  delivered: "Votre commande est livrée",
  cancelled: "Votre commande est annulée",
  returned: "Votre commande est retournée",
};

function Cancelled({ again, reserved, lapsed, parcel }: Pick<ShownOrder, "again" | "reserved" | "lapsed" | "parcel">) {
  return (
    <>
      {lapsed && <p className="mt-2">{lapsed}.</p>}
      <p className="mt-2">
        {/* A parcel may be under way, with what was ordered. */}
        {parcel ? "Vous ne payez rien." : "Vous ne payez rien, et aucun colis ne part."}
        {reserved && !parcel && " Ce que vous aviez commandé est de retour en rayon."}
      </p>
      <OrderAgain again={again} />
    </>
  );
}

/** Links to what is still on sale of an order that came to nothing. */
export function OrderAgain({ again }: Pick<ShownOrder, "again">) {
  if (again.length === 0) return null;
  return (
    <p className="mt-3">
      Pour commander de nouveau&nbsp;:{" "}
      {again.map(({ slug, name }, index) => (
        <Fragment key={slug}>
          {index > 0 && ", "}
          <LineLink href={`/product/${slug}`}>{name}</LineLink>
        </Fragment>
      ))}
    </p>
  );
}
