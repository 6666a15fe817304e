import type { RootData } from "./root-data";

/**
 * What was just done, in the HTML of the next page, before its heading (PE-5). It stays until the page is left; enhance.ts says it
 * as a toast as well, for as long as `data-flash` gives it.
 */
export function Flash({ flash }: { flash: NonNullable<RootData["flash"]> }) {
  const { type, message, about } = flash;
  const isError = type === "error";
  return (
    <div className="page pt-4">
      <div
        role={isError ? "alert" : "status"}
        data-flash={about === "order" ? about : type}
        className={`max-w-prose border-s-4 px-4 py-3 ${isError ? "border-error bg-error-ground" : "border-success bg-success-ground"}`}
      >
        <p>
          <span>{message}</span>
          {about === "cart" && (
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
