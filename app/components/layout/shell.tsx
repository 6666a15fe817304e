import type { ReactNode } from "react";
import { ServerRendered } from "~/components/hydration/server-rendered";
import { Flash } from "./flash";
import { Footer } from "./footer";
import { Header } from "./header";
import type { RootData } from "./root-data";

/**
 * What is around every page, error pages included. `root` is missing only when the root loader itself failed. Header and footer
 * are the server's alone; enhance.ts is all that scripts do to them.
 */
export function Shell({ root, children }: { root: RootData | undefined; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#contenu">
        Aller au contenu
      </a>
      <ServerRendered tag="header" id="entete" className="bar" data-ahead={root?.isStranger || undefined}>
        {import.meta.env.SSR && (
          <Header here={root?.here ?? "/"} cartCount={root?.cartCount ?? 0} email={root?.email} />
        )}
      </ServerRendered>
      <main id="contenu" tabIndex={-1}>
        {root?.closed && (
          <div className="page pt-4">
            <p className="max-w-prose border-s-4 border-error bg-error-ground px-4 py-3">{root.closed}</p>
          </div>
        )}
        {root?.flash && <Flash flash={root.flash} />}
        {children}
      </main>
      <ServerRendered tag="footer" id="pied" className="mt-20 bg-panel">
        {import.meta.env.SSR && <Footer root={root} />}
      </ServerRendered>
    </>
  );
}
