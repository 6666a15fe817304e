/** Names an order of the last hour to a shopper whom its answer may not have reached. */
export function LatestOrderPanel({ order }: { order: { number: string; page: string } | undefined }) {
  if (!order) return null;
  return (
    <section className="panel mt-6" aria-labelledby="derniere">
      <h2 id="derniere" className="text-xl">
        Votre dernière commande est bien reçue
      </h2>
      <p className="mt-2">
        <a className="link inline-block py-1" href={order.page}>
          Voir la commande n° {order.number}
        </a>
      </p>
    </section>
  );
}
