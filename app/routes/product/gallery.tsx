import { useEffect, useRef } from "react";
import { ProductPicture } from "~/components/ui/product-picture";
import type { Picture } from "~/domain/catalogue";

/** The pictures, those of the chosen colour first: a strip to swipe on a phone, a wall on a desktop. No script moves it. */
export function Gallery({ pictures, color }: { pictures: readonly Picture[]; color: string | undefined }) {
  const strip = useRef<HTMLElement>(null);
  const shown = useRef(color);
  useEffect(() => {
    if (shown.current !== color) strip.current?.scrollTo({ left: 0 });
    shown.current = color;
  }, [color]);

  const ordered = [...pictures].sort((a, b) => Number(b.color === color) - Number(a.color === color));
  if (ordered.length === 0) return <ProductPicture picture={undefined} sizes="" />;
  const label = ordered.length === 1 ? "1 photo" : `${ordered.length} photos`;
  return (
    <section
      ref={strip}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboards
      tabIndex={0}
      className="-mx-4 snap-x snap-mandatory overflow-x-auto md:mx-0 md:overflow-visible"
    >
      <ul className="flex md:grid md:grid-cols-2 md:gap-4">
        {ordered.map((picture, index) => (
          <li key={picture.src} className="plate w-[92%] shrink-0 snap-start only:w-full md:w-auto md:first:col-span-2">
            <ProductPicture
              picture={picture}
              sizes={index === 0 ? "(min-width:800px) 52vw,95vw" : "(min-width:800px) 26vw,92vw"}
              loading={index === 0 ? "first" : "lazy"}
            />
          </li>
        ))}
      </ul>
      {ordered.length > 1 && (
        <p className="sticky start-0 px-4 pt-1 text-sm text-muted md:px-0" aria-hidden="true">
          {label}
        </p>
      )}
    </section>
  );
}
