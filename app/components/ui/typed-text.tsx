import type { ReactNode } from "react";

/** First and last name in this order on screen, also where one is Arabic and the other Latin. */
export const PersonName = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="break-words">
    {children}
  </bdi>
);

/** What a shopper typed, in its own direction, behind what it is; nothing where it is empty. */
export const TypedText = ({ label, text }: { label: string; text: string | undefined }) =>
  text ? (
    <p className="mt-2 whitespace-pre-line break-words">
      {`${label}\u00a0: `}
      <bdi>{text}</bdi>
    </p>
  ) : null;
