import type { ReactNode } from "react";
import { Flash } from "./flash";
import { Footer } from "./footer";
import { Header } from "./header";
import type { RootData } from "./root-data";

/** Whom to call when even the shop's settings could not be read. */
const PHONE = "041000000";

/** What is around every page, error pages included. `root` is missing only when the root loader itself failed. */
export function Shell({ root, children }: { root: RootData | undefined; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#contenu">
        Aller au contenu
      </a>
      <Header theme={root?.theme ?? null} here={root?.here ?? "/"} cartCount={root?.cartCount ?? 0} />
      <main id="contenu" tabIndex={-1}>
        {root?.flash && <Flash flash={root.flash} />}
        {children}
      </main>
      <Footer phone={root?.shopPhone ?? PHONE} year={root?.year} />
    </>
  );
}
