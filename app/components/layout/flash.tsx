import type { RootData } from "./root-data";

/**
 * The message about what was just done, in the next page's HTML before its heading (PE-5). It
 * stays; enhance.ts also shows it as a toast, whose type is `data-flash`.
 */
export function Flash({ flash }: { flash: NonNullable<RootData["flash"]> }) {
  const { type, message, about } = flash;
  const isError = type === "error";
  const colors = isError ? "border-error bg-error-ground" : "border-success bg-success-ground";
  return (
    <div className="page pt-4">
      <div
        role={isError ? "alert" : "status"}
        data-flash={about === "order" ? about : type}
        className={`max-w-prose border-s-4 px-4 py-3 ${colors}`}
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
