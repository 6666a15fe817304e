import type { ReactNode } from "react";
import { ProductPicture } from "~/components/ui/product-picture";

/** Grounds of a banner. Tailwind keeps the class names that it finds whole. */
const tints = {
  sable: "scene",
  argile: "scene scene-argile",
  sauge: "scene scene-sauge",
  safran: "scene scene-safran",
};
export type Tint = keyof typeof tints;

interface Props {
  title: string;
  /** A few words above the title. */
  tag?: string;
  text?: string;
  /** Path of a picture below /pictures; without one the words have the banner to themselves. */
  image?: string | undefined;
  tint?: Tint;
  /** Below the words: links, a count. */
  children?: ReactNode;
}

/**
 * The head of a page about a part of the catalogue: a title beside a picture, on a ground as wide
 * as the window. On a phone it is low, so that the first products are in sight.
 */
export function Banner({ title, tag, text, image, tint = "sable", children }: Props) {
  return (
    <div className="page">
      <div
        className={`-mx-4 grid md:mx-0 ${tints[tint]} ${image ? "grid-cols-[minmax(0,1fr)_30%] md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-rows-[max-content_1fr]" : ""}`}
      >
        <div className={`px-4 py-4 md:ps-0 ${image ? "md:pt-8" : "max-w-prose"} ${children ? "md:pb-0" : ""}`}>
          {tag && <p className="text-sm text-muted">{tag}</p>}
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          {text && <p className="mt-1 text-sm md:mt-4 md:text-base">{text}</p>}
        </div>
        {image && (
          <div
            className={`plate relative aspect-square min-h-[6rem] w-full md:aspect-[5/3] md:self-stretch ${children ? "md:row-span-2" : ""}`}
          >
            <ProductPicture
              picture={{ src: image, alt: "", color: "" }}
              sizes="(min-width:80em) 490px,38vw"
              loading="first"
              isNamedBeside
            />
          </div>
        )}
        {children && (
          <div className={`px-4 py-4 md:ps-0 md:py-6 ${image ? "col-span-2 md:col-span-1" : ""}`}>{children}</div>
        )}
      </div>
    </div>
  );
}
