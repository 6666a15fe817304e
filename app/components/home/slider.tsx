import { Children, type ReactNode } from "react";

interface Props {
  /** Said before what is in it. */
  label: string;
  /** The beginning of the slides' ids. */
  name: string;
  /** What the link to a slide says; one for each slide. */
  titles: readonly string[];
  /** How long each slide stays, in milliseconds. */
  delays: readonly number[];
  /** Whether a hand that drags comes from the last slide to the first. */
  isEndless?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Slides side by side: a list to swipe, with a link to each slide. Scripts (slider-control) hand the list to keen-slider and put
 * their buttons into the places that are kept free beside the links; the button that stops the slider comes to be the first
 * thing in it.
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
