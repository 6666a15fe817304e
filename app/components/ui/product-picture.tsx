import type { Picture } from "~/domain/catalogue/catalogue";
import { useSavesData } from "./saves-data";

const WIDTHS = [400, 800, 1200] as const;

interface Props {
  picture: Picture | undefined;
  /** The `sizes` attribute: how wide the picture is shown. */
  sizes: string;
  /** Width of the largest file that is useful here. */
  upTo?: 400 | 800 | 1200;
  /** "first": the page's largest contentful paint; "eager": in sight when the page opens. */
  loading?: "first" | "eager" | "lazy";
  /** Whether the name stands beside the picture, which then needs no alt text. */
  isNamedBeside?: boolean;
}

/** A product's square picture in the sizes and formats of /pictures, or a drawing (section 4). */
export function ProductPicture({ picture, sizes, loading = "lazy", isNamedBeside = false, ...props }: Props) {
  const upTo = useSavesData() ? 400 : (props.upTo ?? 1200);
  if (!picture) return <NoPicture />;
  const file = (width: number, type: string) => `/pictures/${picture.src}-${width}.${type}`;
  const files = (type: string) =>
    WIDTHS.filter((width) => width <= upTo)
      .map((width) => `${file(width, type)} ${width}w`)
      .join(", ");
  const isSmall = upTo === 400;
  // React 18 writes this attribute only in lower case, and its types have it only in camel case.
  const priority = loading === "first" ? { fetchpriority: "high" } : {};
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={isSmall ? file(400, "avif") : files("avif")}
        sizes={isSmall ? undefined : sizes}
      />
      <source
        type="image/webp"
        // Few browsers use WebP: except in lists one middle size is enough for them.
        srcSet={upTo === 800 ? files("webp") : file(Math.min(upTo, 800), "webp")}
        sizes={upTo === 800 ? sizes : undefined}
      />
      <img
        src={file(800, "jpg")}
        width="800"
        height="800"
        alt={isNamedBeside ? "" : picture.alt}
        loading={loading === "lazy" ? "lazy" : undefined}
        {...priority}
      />
    </picture>
  );
}

export const NO_PICTURE = "Image non disponible";
export const SHOE =
  "M3 27c0-9 2-16 5-21 6 7 14 8 21 7 7 7 15 9 28 10 8 1 12 3 12 6 0 3-4 4-9 4H12c-6 0-9-2-9-6zM3 27h66";

function NoPicture() {
  return (
    <span className="flex aspect-square flex-col items-center justify-center gap-2 bg-panel text-center text-sm text-muted">
      <svg
        width="72"
        height="36"
        viewBox="0 0 72 36"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d={SHOE} />
      </svg>
      {NO_PICTURE}
    </span>
  );
}
