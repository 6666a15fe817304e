import { Meta, Outlet } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

/**
 * In the browser this is in place of root.tsx (tools/vite/plugins.ts): React hydrates #app, and the
 * document around it is the server's.
 */
export function Layout({ children }: { children: ReactNode }) {
  // As on the shop's pages: scripts have begun.
  useEffect(() => {
    document.documentElement.dataset.scripts = "on";
  }, []);
  // The same numbers of children as <html> and <body> have on the server: `useId` counts them.
  return (
    <>
      <DocumentTitle />
      {/* biome-ignore lint/complexity/noUselessFragments: it stands for <body> */}
      <>
        {children}
        {null}
      </>
    </>
  );
}

/** Keeps the document's title that of the page: Remix writes it into an element of its own. */
function DocumentTitle() {
  const [head, setHead] = useState<HTMLElement>();
  useEffect(() => setHead(document.createElement("head")), []);
  useEffect(() => {
    if (!head) return;
    const follow = () => {
      const title = head.querySelector("title")?.textContent;
      if (title) document.title = title;
    };
    const changes = new MutationObserver(follow);
    changes.observe(head, { childList: true, subtree: true, characterData: true });
    return () => changes.disconnect();
  }, [head]);
  return head ? createPortal(<Meta />, head) : null;
}

export default Outlet;
