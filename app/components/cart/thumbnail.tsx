import { useEffect, useRef, useState } from "react";
import { ProductPicture } from "~/components/ui/product-picture";
import type { Picture } from "~/domain/catalogue";

/** The picture of a line (160 px, section 9); one that does not come is replaced by the drawing that says so. */
export function Thumbnail({ picture }: { picture: Picture | undefined }) {
  const box = useRef<HTMLSpanElement>(null);
  const [isBroken, setIsBroken] = useState(false);

  // It may have failed before scripts came.
  useEffect(() => {
    const image = box.current?.querySelector("img");
    if (image?.complete && image.naturalWidth === 0) setIsBroken(true);
  }, []);

  return (
    <span ref={box} className="block" onErrorCapture={() => setIsBroken(true)}>
      <ProductPicture picture={isBroken ? undefined : picture} sizes="160px" upTo={400} loading="eager" isNamedBeside />
    </span>
  );
}
