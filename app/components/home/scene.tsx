interface Props {
  /** Path below /pictures without width and extension: a product's picture or a composed scene. */
  src: string | undefined;
  sizes: string;
  /** "first": the largest in sight, by which loading is measured. */
  loading?: "first" | "lazy";
  className?: string;
}

/**
 * A picture beside words that say what it shows; the place that it fills is the style sheet's. Who knows no AVIF gets the
 * middle size, as WebP or JPEG.
 */
export function Scene({ src, sizes, loading = "lazy", className = "" }: Props) {
  if (!src) return <span className={`shot plate ${className}`} />;
  const isHero = src.startsWith("scenes/hero-");
  const file = (width: number, type: string) => `/pictures/${src}-${width}.${type}`;
  const files = (isHero ? [800, 1600] : [400, 800, 1200]).map((width) => `${file(width, "avif")} ${width}w`).join(", ");
  // React 18 knows this attribute only in lower case, and its types only in camel case.
  const urgency = loading === "first" ? { fetchpriority: "high" } : { loading: "lazy" as const };
  return (
    <picture className={`shot plate ${className}`}>
      <source type="image/avif" srcSet={files} sizes={sizes} />
      <source type="image/webp" srcSet={file(800, "webp")} />
      <img src={file(800, "jpg")} width="800" height={isHero ? 534 : 800} alt="" {...urgency} />
    </picture>
  );
}
