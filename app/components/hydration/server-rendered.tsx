import { type HTMLAttributes, type ReactNode, useEffect, useState } from "react";

/**
 * A part of the page that the server writes and the browser adopts as it stands: React neither needs the data behind it nor
 * the components in it, so neither is sent. Give the content behind `import.meta.env.SSR &&`, and its code stays out of the
 * browser's scripts as well:
 *
 * ```tsx
 * <ServerRendered id="similaires">{import.meta.env.SSR && aside && <ProductGrid products={aside.similar} />}</ServerRendered>
 * ```
 *
 * What is in it never changes by React; scripts may improve its elements directly.
 */
export function ServerRendered({ tag: Tag = "div", id, children, ...rest }: Props) {
  return <Tag {...rest} {...useServerMarkup(id, children)} />;
}

interface Props extends HTMLAttributes<HTMLElement> {
  tag?: "div" | "header" | "footer";
  /** By which the browser finds the part again. */
  id: string;
}

/** The same for an element of another kind, which takes these props: a select and its options, say. */
export function useServerMarkup(id: string, content: ReactNode) {
  // Looked up while the server's page still stands: should React have to build it anew, this part is built of itself.
  const [markup] = useState(() => ({
    __html: import.meta.env.SSR ? "" : (document.getElementById(id)?.innerHTML ?? ""),
  }));
  if (import.meta.env.SSR) return { id, children: content };
  return { id, dangerouslySetInnerHTML: markup, suppressHydrationWarning: true };
}

/**
 * Improves the elements of such a part, once the page is hydrated.
 * @param enliven gives what takes it all away again; the same function at every call
 */
export function useEnlivened(id: string, enliven: (part: HTMLElement) => () => void): void {
  useEffect(() => {
    const part = document.getElementById(id);
    return part ? enliven(part) : undefined;
  }, [id, enliven]);
}
