import { useSavesData } from "../ui/saves-data";

interface Props {
  /** Path below /pictures without width and extension: a product's picture or a composed scene. */
  src: string | undefined;
  sizes: string;
  /** "first" for the page's largest contentful paint. */
  loading?: "first" | "lazy";
  className?: string;
}

/** Whether it was composed for a slide, with its left side free, at a width of its own. */
export const isScene = (src: string | undefined) => src?.startsWith("scenes/hero-") ?? false;

/** A picture beside a text that says what it shows; in browsers without AVIF of one size only. */
export function Scene({ src, sizes, loading = "lazy", className = "" }: Props) {
  const savesData = useSavesData();
  const isHero = isScene(src);
  if (!src || (savesData && isHero)) return <span className={`shot plate ${className}`} />;
  const file = (width: number, type: string) => `/pictures/${src}-${width}.${type}`;
  const widths = isHero ? [800, 1600] : savesData ? [400] : [400, 800, 1200];
  const files = widths.map((width) => `${file(width, "avif")} ${width}w`).join(", ");
  // React 18 writes this attribute only in lower case, and its types have it only in camel case.
  const urgency = loading === "first" ? { fetchpriority: "high" } : { loading: "lazy" as const };
  return (
    <picture className={`shot plate ${className}`}>
      <source type="image/avif" srcSet={files} sizes={sizes} />
      <source type="image/webp" srcSet={file(800, "webp")} />
      <img src={file(800, "jpg")} width="800" height={isHero ? 534 : 800} alt="" {...urgency} />
    </picture>
  );
}
