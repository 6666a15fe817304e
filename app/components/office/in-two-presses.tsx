import { type ReactNode, useId } from "react";

/** What has no way back: unfolded first, so that one press by mistake does nothing. */
export function InTwoPresses(props: {
  summary: ReactNode;
  hint: string;
  /** @param hint id of the text that describes the button */
  children: (hint: string) => ReactNode;
}) {
  const hint = useId();
  return (
    <details>
      <summary className="link inline-block cursor-pointer py-2">{props.summary}</summary>
      <p id={hint} className="hint my-2">
        {props.hint}
      </p>
      {props.children(hint)}
    </details>
  );
}
