import type { ComponentPropsWithoutRef } from "react";

type To = Omit<ComponentPropsWithoutRef<"a">, "className">;

/** Within a sentence, whose line height is to stay. */
export const TextLink = (to: To) => <a className="link" {...to} />;

/** With room around it for a finger. */
export const LineLink = (to: To) => <a className="link inline-block py-1" {...to} />;

/** The same with more room, where there are several. */
export const TallLink = (to: To) => <a className="link inline-block py-2" {...to} />;

/** In small letters, beside what it changes. */
export const SmallLink = (to: To) => <a className="link inline-block py-1 text-sm" {...to} />;

/** As a button looks. */
export const ButtonLink = (to: To) => <a className="button" {...to} />;
