import type { RootData } from "./root-data";

/** What was just done, in the HTML of the next page, before its heading (PE-5). It stays until the page is left. */
export function Flash({ flash }: { flash: NonNullable<RootData["flash"]> }) {
  const isError = flash.type === "error";
  const wasAdded = flash.type === "success" && /^Produit ajouté au panier|ajouté au panier$/.test(flash.message);
  return (
    <div className="page pt-4">
      <div
        role={isError ? "alert" : "status"}
        className={`border-s-4 px-4 py-3 ${isError ? "border-error bg-error-ground" : "border-success bg-success-ground"}`}
      >
        <p>
          {flash.message}
          {wasAdded && (
            <>
              {" "}
              <a className="link ms-2 inline-block py-1 font-semibold" href="/cart">
                Voir le panier
              </a>
            </>
          )}
        </p>
      </div>
    </div>
  );
}
