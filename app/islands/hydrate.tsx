import type { ComponentType } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";
import { Boundary } from "./boundary";

/**
 * Hydrates an island at one go, so that nothing can be typed or pressed in between. Where a translator or an in-app browser has
 * altered the markup React builds it anew, and what was typed is put back. Should the island fail, then or later, its markup
 *  comes back as the server sent it, with what was typed: the form works as without scripts.
 *
 * @param noteFields notes what stands in the island's controls; what it returns puts that back (fields.ts)
 */
export function hydrate(element: HTMLElement, Island: ComponentType<object>, noteFields: () => () => void): void {
  const { island: name, props = "{}" } = element.dataset;
  const markup = element.innerHTML;
  let putBack = noteFields();
  let root: Root | undefined;

  const giveUp = () => {
    root?.unmount();
    element.innerHTML = markup;
    delete element.dataset.awake;
    putBack();
    // The next pages come without scripts.
    navigator.sendBeacon?.("/sans-scripts");
  };

  flushSync(() => {
    root = hydrateRoot(
      element,
      <Boundary
        onError={() => {
          putBack = noteFields();
        }}
        onFailed={() => setTimeout(giveUp)}
      >
        <Island {...(JSON.parse(props) as object)} />
      </Boundary>,
      { identifierPrefix: `${name}-`, onRecoverableError: () => undefined },
    );
  });
  putBack();
  element.dataset.awake = "";
}
