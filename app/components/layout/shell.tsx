import type { ReactNode } from "react";
import { Flash } from "./flash";
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
      <footer className="mt-20 bg-panel">
        <Footer root={root} />
      </footer>
    </>
  );
}
