import { Children, type ReactNode } from "react";

interface Props {
  label: string;
  /** Prefix of the slides' ids. */
  name: string;
  /** Text of the link to each slide. */
  titles: readonly string[];
  /** How long each slide stays, in milliseconds. */
  delays: readonly number[];
  /** Whether dragging past the last slide leads to the first. */
  isEndless?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Slides side by side: a list to swipe, with a link to each slide. Scripts (enhance-home) put
 * their buttons into the empty elements beside the links; the pause button comes first.
 */
export function Slider({ label, name, titles, delays, isEndless, className = "", children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of slides is no set of fields
    <div
      role="group"
      aria-roledescription="carrousel"
      aria-label={label}
      className={`slider ${className}`}
      data-delays={delays.join(" ")}
      data-endless={isEndless}
    >
      {titles.length > 1 && (
        <div className="slider-bar">
          <div />
          <ol>
            {titles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: slides never change places
              <li key={index}>
                <a href={`#${name}-${index + 1}`}>
                  <span className="sr-only">{title}</span>
                </a>
              </li>
            ))}
          </ol>
          <div />
        </div>
      )}
      <ul className="track">
        {Children.map(children, (slide, index) => (
          <li id={`${name}-${index + 1}`}>{slide}</li>
        ))}
      </ul>
    </div>
  );
}
