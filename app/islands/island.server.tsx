import { LRUCache } from "lru-cache";
import type { ComponentProps, ComponentType, ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { Islands } from "./registry";

/**
 * Marks a part of the page that React hydrates in the browser: see README.md. It is rendered as a root of its own, so that what
 * `useId` counts is the same on both sides.
 */
export function Island<Name extends keyof Islands>(props: {
  name: Name;
  /** The component that the registry loads under this name. */
  of: Islands[Name];
  /** Serialised once, into the page: nothing that only the server needs. */
  props: Json<ComponentProps<Islands[Name]>>;
  /** When it wakes: at the first sign of use, or already once the page has loaded (README.md). */
  wake?: "use" | "load";
  /** What the component reads out of its own markup in the browser: the page does not carry it twice. */
  inMarkup?: Partial<ComponentProps<Islands[Name]>>;
  /** Many pages have it with these very props, and nothing of a visitor is in them: it is rendered once for all of them. */
  isCommon?: boolean;
}): ReactElement {
  const { name, of, wake = "use", inMarkup, isCommon = false } = props;
  const json = JSON.stringify(props.props);
  const render = () => {
    // TypeScript cannot see that a component takes its own props when its name is a type parameter.
    const Component = of as ComponentType<object>;
    return renderToString(<Component {...props.props} {...inMarkup} />, { identifierPrefix: `${name}-` });
  };
  const html = isCommon ? once(`${name} ${json} ${JSON.stringify(inMarkup)}`, render) : render();
  const data = { "data-island": name, "data-wake": wake, "data-props": json };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it, one line above
  return <div {...data} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Some 15 KB each: the empty order form at each price. */
const rendered = new LRUCache<string, string>({ max: 200 });

function once(key: string, render: () => string): string {
  const known = rendered.get(key) ?? render();
  rendered.set(key, known);
  return known;
}

type NotJson = Date | Map<unknown, unknown> | Set<unknown> | ((...args: never[]) => unknown);
type Plain = string | number | boolean | null | undefined;

/** What JSON can carry; anything else among an island's props is an error of types. */
type Json<Value> = Value extends NotJson
  ? never
  : Value extends Plain
    ? Value
    : { [Key in keyof Value]: Json<Value[Key]> };
