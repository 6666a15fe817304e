import { Component, type ComponentType, type ReactNode, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";

/**
 * Hydrates an island at one go, so that nothing can be typed or pressed in between. Where a translator or an in-app browser has
 * altered the markup React builds it anew, and what was typed is put back before the island's effects look for it. Should the
 * island fail, then or later, its markup comes back as the server sent it, with what was typed: the form works as without scripts.
 *
 * @param noteFields notes what stands in the island's controls; what it returns puts that back (fields.ts)
 */
export function hydrate(element: HTMLElement, Island: ComponentType<object>, noteFields: () => () => void): void {
  const { island: name, props = "{}" } = element.dataset;
  const markup = element.innerHTML;
  let putBack = noteFields();
  let root: Root | undefined;
  const note = () => {
    putBack = noteFields();
  };
  const giveUp = () => {
    root?.unmount();
    element.innerHTML = markup;
    delete element.dataset.awake;
    putBack();
    // The next pages come without scripts.
    navigator.sendBeacon?.("/sans-scripts");
  };
  const begin = () => putBack();
  flushSync(() => {
    root = hydrateRoot(
      element,
      <Boundary onError={note} onFailed={() => setTimeout(giveUp)}>
        <Standing then={begin}>
          <Island {...(JSON.parse(props) as object)} />
        </Standing>
      </Boundary>,
      { identifierPrefix: `${name}-`, onRecoverableError: () => undefined },
    );
  });
  element.dataset.awake = "";
}

/** Calls back once its children stand in the page, before their effects run. */
function Standing({ then, children }: { then: () => void; children: ReactNode }): ReactNode {
  useLayoutEffect(then, [then]);
  return children;
}

/** Takes an island off the page when it fails; `onError` comes before, and `onFailed` puts something in its place. */
export class Boundary extends Component<{ onError?: () => void; onFailed: () => void; children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch = () => this.props.onFailed();

  override render() {
    if (!this.state.failed) return this.props.children;
    this.props.onError?.();
    return null;
  }
}
