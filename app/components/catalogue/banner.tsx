import type { ReactNode } from "react";
import { ProductPicture } from "~/components/ui/product-picture";

/** Backgrounds of a banner's picture. Tailwind keeps the class names that it finds whole. */
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

/** The head of a page about a part of the catalogue: a title beside a picture. */
export function Banner({ title, tag, text, image, tint = "sable", children }: Props) {
  const hasMore = text !== undefined || children !== undefined;
  const columns = image ? "col-span-2 pt-6 md:col-span-1 md:self-start" : "max-w-prose";
  return (
    <div className="page py-2">
      <div className={`grid items-center bg-panel ${image ? "grid-cols-[minmax(0,3fr)_minmax(0,2fr)]" : ""}`}>
        <div className={`ps-4 pe-3 py-6 md:px-12 ${hasMore ? "md:self-end md:pb-0" : ""}`}>
          {tag && <p className="text-sm text-muted">{tag}</p>}
          <h1 className="text-2xl md:text-3xl">{title}</h1>
        </div>
        {image && (
          <div className={`${tints[tint]} aspect-square w-full self-stretch md:row-span-2 md:aspect-[4/3]`}>
            <ProductPicture
              picture={{ src: image, alt: "", color: "" }}
              sizes="(min-width:80em) 490px,38vw"
              loading="first"
              isNamedBeside
            />
          </div>
        )}
        {hasMore && (
          <div className={`px-4 pb-6 md:px-12 md:pt-4 ${columns}`}>
            {text && <p>{text}</p>}
            {children}
          </div>
        )}
      </div>
    </div>
  );
}
