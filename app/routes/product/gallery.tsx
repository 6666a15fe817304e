import type { ReactNode } from "react";
import { ProductPicture } from "~/components/ui/product-picture";
import type { Picture } from "~/domain/catalogue/catalogue";
import { counted } from "~/domain/values/plural";

/** "bougainvillier, vue de profil", without the product's name. */
const viewOf = ({ alt }: Picture) => alt.replace(/^[^,]*, /, "");

/**
 * The chosen colour's pictures, those of no colour, and the first of each other colour: all of them
 * would be too many to look through. A colour without pictures hides none.
 */
function picturesOf(pictures: readonly Picture[], color: string): { shown: Picture[]; more: Set<string> } {
  const isChosen = (picture: Picture) => picture.color === color;
  const isFirst = (picture: Picture) => pictures.find((other) => other.color === picture.color) === picture;
  const isShown = (picture: Picture) => isChosen(picture) || !picture.color || isFirst(picture);
  const shown = pictures.some(isChosen) ? pictures.filter(isShown) : [...pictures];
  return {
    shown: shown.sort((a, b) => Number(isChosen(b)) - Number(isChosen(a))),
    more: new Set(pictures.filter((picture) => !shown.includes(picture)).map((picture) => picture.color)),
  };
}

/** A strip of pictures, links to their files, and thumbnails that lead to them. */
export function Gallery(props: {
  pictures: readonly Picture[];
  /** Slug of the chosen colour, whose pictures come first. */
  color: string;
  percent: number;
  /** 'Partager' and 'Favoris'. */
  children: ReactNode;
}) {
  const { color, percent } = props;
  const { shown: ordered, more } = picturesOf(props.pictures, color);
  const own = ordered.filter((picture) => !picture.color || picture.color === color);
  const label = counted(own.length || ordered.length, "photo");
  // The colours whose pictures are loaded once they are chosen (gallery-control).
  const rest = [...more].join(" ") || undefined;
  return (
    <div id="galerie" className="in-sight" data-enhance="gallery" data-more={rest}>
      <div className="relative">
        <section
          aria-label={ordered.length === 0 ? "Photos" : label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards have to reach what scrolls
          tabIndex={0}
          className="picture-strip photo-strip"
        >
          <ul>
            {ordered.map((picture, index) => (
              <li key={picture.src} id={`photo-${index + 1}`} data-color={picture.color} className="plate snap-start">
                <a href={`/pictures/${picture.src}-800.jpg`} className="block">
                  <ProductPicture
                    picture={picture}
                    sizes="(min-width:43.75em) 50vw,95vw"
                    loading={index === 0 ? "first" : "lazy"}
                  />
                </a>
              </li>
            ))}
            {ordered.length === 0 &&
              placeholders.map((number) => (
                <li key={number} className="snap-start" aria-hidden={number > 1 || undefined}>
                  <ProductPicture picture={undefined} sizes="" />
                </li>
              ))}
          </ul>
        </section>
        {percent > 0 && (
          <p className="corner absolute start-0 top-0 bg-accent px-3 py-1 text-on-accent">{`−${percent}\u00a0%`}</p>
        )}
      </div>
      {ordered.length > 1 && (
        <nav aria-label="Aller à une photo" className="picture-strip py-2">
          <ul>
            {ordered.map((picture, index) => (
              <li key={picture.src} data-color={picture.color}>
                <a className="thumbnail plate" href={`#photo-${index + 1}`}>
                  <ProductPicture picture={{ ...picture, alt: viewOf(picture) }} sizes="" upTo={400} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="flex flex-wrap items-center">
        {props.children}
        {ordered.length > 0 && (
          // The strip has this name for screen readers.
          <p className="hint whitespace-nowrap" data-count aria-hidden="true">
            {label}
          </p>
        )}
      </div>
    </div>
  );
}

/** Section 9: three drawings for a product without pictures. */
const placeholders = [1, 2, 3];
