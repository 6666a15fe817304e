import { type HTMLAttributes, type ReactNode, useState } from "react";

/**
 * A part of the page that only the server writes: its components never reach the browser. React leaves what is inside alone, and
 * puts the same markup back if it has to rebuild the page. Write the children as `import.meta.env.SSR && <Part />`.
 */
export function AsServed(props: HTMLAttributes<HTMLElement> & { tag: "header" | "footer"; children: ReactNode }) {
  const { tag: Tag, children, ...rest } = props;
  const [html] = useState(() =>
    import.meta.env.SSR ? "" : (document.querySelector(`#app > ${Tag}`)?.innerHTML ?? ""),
  );
  if (import.meta.env.SSR) return <Tag {...rest}>{children}</Tag>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it never left the document
  return <Tag {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
