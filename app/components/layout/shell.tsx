import type { ReactNode } from "react";
import { Scripts } from "./document";
import { Footer } from "./footer";
import { Header } from "./header";
import type { LayoutData } from "./layout-data";

/** Header, notices and footer of a page; `layout` is undefined only when its loader failed. */
export function Shell({ layout, children }: { layout: LayoutData | undefined; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#contenu">
        Aller au contenu
      </a>
      <header className="bar">
        <Header layout={layout} />
      </header>
      <Scripts />
      <main id="contenu" tabIndex={-1}>
        {layout?.closed && (
          <div className="page pt-4">
            <p className="max-w-prose border-s-4 border-error bg-error-ground px-4 py-2">{layout.closed}</p>
          </div>
        )}
        {layout?.flash && <Flash flash={layout.flash} />}
        {children}
      </main>
      <footer className="mt-16 bg-panel">
        <Footer layout={layout} />
      </footer>
    </>
  );
}

/**
 * The message about what was just done, in the next page's HTML before its heading (PE-5). It
 * stays; enhance.ts has it said.
 */
function Flash({ flash }: { flash: NonNullable<LayoutData["flash"]> }) {
  const { type, message, about } = flash;
  const isError = type === "error";
  const colors = isError ? "border-error bg-error-ground" : "border-success bg-success-ground";
  return (
    <div className="page pt-4">
      <div
        role={isError ? "alert" : "status"}
        data-flash={type}
        className={`max-w-prose border-s-4 px-4 py-2 ${colors}`}
      >
        <p>
          <span>{message}</span>
          {about === "cart" && (
            <>
              {" "}
              <a className="link me-1 inline-block py-1 font-semibold" href="/cart">
                Voir le panier
              </a>{" "}
              <a className="link me-1 inline-block py-1 font-semibold" href="/checkout">
                Passer à la commande
              </a>
            </>
          )}
        </p>
      </div>
    </div>
  );
}
