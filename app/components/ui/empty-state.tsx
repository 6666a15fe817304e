/** An empty cart, wishlist or list of orders, with a link to the shop. */
export function EmptyState(props: { title: string; text: string; isNarrow?: boolean }) {
  return (
    <div className="mt-6">
      <p className="text-lg">{props.title}</p>
      <p className="mt-2 text-muted">{props.text}</p>
      <p className="mt-6">
        <a className={props.isNarrow ? "button-primary w-full" : "button-primary"} href="/shop">
          Découvrir nos produits
        </a>
      </p>
    </div>
  );
}
