import { Component, type ComponentType, type ReactNode, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";

/**
 * Hydrates an island synchronously, so that nothing can be typed or pressed in between. Where a
 * translator has altered the markup, React builds it again, and what was typed is restored before
 * its effects. If it fails, then or later, the server's markup comes back with what was typed.
 * @param saveFields saves the island's values; what it returns restores them (fields.ts)
 */
export function hydrate(element: HTMLElement, Island: ComponentType<object>, saveFields: () => () => void): void {
  const { island: name, props = "{}" } = element.dataset;
  const markup = element.innerHTML;
  let restore = saveFields();
  let root: Root | undefined;
  const saveAgain = () => {
    restore = saveFields();
  };
  // Before the next key or press, but after React's work, in which a root cannot be removed.
  const giveUp = () => {
    root?.unmount();
    element.innerHTML = markup;
    delete element.dataset.awake;
    delete document.documentElement.dataset.awaited;
    restore();
    // The next pages come without scripts.
    navigator.sendBeacon?.("/sans-scripts");
  };
  const restoreLatest = () => restore();
  flushSync(() => {
    root = hydrateRoot(
      element,
      <Boundary onError={saveAgain} onFailed={() => queueMicrotask(giveUp)}>
        <OnMount call={restoreLatest}>
          <Island {...(JSON.parse(props) as object)} />
        </OnMount>
      </Boundary>,
      { identifierPrefix: `${name}-`, onRecoverableError: () => undefined },
    );
  });
  element.dataset.awake = "";
}

/** Calls `call` once its children are in the page, before their effects run. */
function OnMount({ call, children }: { call: () => void; children: ReactNode }): ReactNode {
  useLayoutEffect(call, [call]);
  return children;
}

/** Removes its children when they throw: `onError` is called before that, `onFailed` after it. */
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
