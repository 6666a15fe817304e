import type { ReactNode } from "react";
import { Footer } from "./footer";
import { Header } from "./header";
import type { RootData } from "./root-data";

/** Header, notices and footer of a page; `root` is undefined only when its loader failed. */
export function Shell({ root, children }: { root: RootData | undefined; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#contenu">
        Aller au contenu
      </a>
      <header className="bar" data-ahead={root?.isStranger || undefined}>
        <Header
          here={root?.here ?? "/"}
          cartCount={root?.cartCount ?? 0}
          email={root?.email}
          navigation={root?.navigation}
        />
      </header>
      <main id="contenu" tabIndex={-1}>
        {root?.closed && (
          <div className="page pt-4">
            <p className="max-w-prose border-s-4 border-error bg-error-ground px-4 py-3">{root.closed}</p>
          </div>
        )}
        {root?.flash && <Flash flash={root.flash} />}
        {children}
      </main>
      <footer className="mt-16 bg-panel">
        <Footer root={root} />
      </footer>
    </>
  );
}

/**
 * The message about what was just done, in the next page's HTML before its heading (PE-5). It
 * stays; enhance.ts has it said.
 */
function Flash({ flash }: { flash: NonNullable<RootData["flash"]> }) {
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
