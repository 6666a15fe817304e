import { LRUCache } from "lru-cache";
import type { ComponentProps, ComponentType, ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { Islands } from "./registry";

/**
 * Renders a part of the page that React hydrates in the browser: see README.md. It is a root of its
 * own, so that `useId` gives the same ids on both sides.
 */
export function Island<Name extends keyof Islands>(props: {
  name: Name;
  /** The component that the registry loads under this name. */
  of: Islands[Name];
  /** Serialised into the page: nothing that only the server needs. */
  props: Json<ComponentProps<Islands[Name]>>;
  /** When it is hydrated: at the first sign of use, or once the page has loaded (README.md). */
  wake?: "use" | "load";
  /** The one field of the form around it on which it depends: others do not wake it. */
  follows?: string | undefined;
  /** Props that the component reads from its own markup in the browser: they are not serialised. */
  inMarkup?: Partial<ComponentProps<Islands[Name]>>;
  /** Whether many pages have it with the same props: it is rendered once for all of them. */
  isCommon?: boolean;
}): ReactElement {
  const { name, of, wake = "use", inMarkup, isCommon = false, follows } = props;
  const json = JSON.stringify(props.props);
  const render = () => {
    // TypeScript cannot see that a component takes its own props when its name is a type parameter.
    const Component = of as ComponentType<object>;
    return renderToString(<Component {...props.props} {...inMarkup} />, { identifierPrefix: `${name}-` });
  };
  const html = isCommon ? renderOnce(`${name} ${json} ${JSON.stringify(inMarkup)}`, render) : render();
  const data = { "data-island": name, "data-wake": wake, "data-follows": follows, "data-props": json };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it, above
  return <div {...data} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Some 15 KB each, the empty order form at each price. */
const rendered = new LRUCache<string, string>({ max: 200 });

function renderOnce(key: string, render: () => string): string {
  const markup = rendered.get(key);
  if (markup !== undefined) return markup;
  // React's string is a chain of thousands of parts, which takes ten times the memory of its text.
  const html = Buffer.from(render()).toString();
  rendered.set(key, html);
  return html;
}

type NotJson = Date | Map<unknown, unknown> | Set<unknown> | ((...args: never[]) => unknown);
type Plain = string | number | boolean | null | undefined;

/** A type that JSON can carry; other props of an island are a type error. */
type Json<Value> = Value extends NotJson
  ? never
  : Value extends Plain
    ? Value
    : { [Key in keyof Value]: Json<Value[Key]> };
