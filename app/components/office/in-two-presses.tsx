import type { ReactNode } from "react";

/**
 * What has no way back: unfolded first, so that one press by mistake does nothing.
 * @param id of the text that describes the button within
 */
export function InTwoPresses(props: { summary: ReactNode; id: string; hint: string; children: ReactNode }) {
  return (
    <details>
      <summary className="link inline-block cursor-pointer py-2">{props.summary}</summary>
      <p id={props.id} className="hint my-2">
        {props.hint}
      </p>
      {props.children}
    </details>
  );
}
