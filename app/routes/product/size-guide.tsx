import type { Gender } from "~/domain/catalogue";
import { footLength, guideSizes } from "~/domain/size-guide";

const centimetres = (size: number) => String(footLength(size)).replace(".", ",");

/** Which size fits a foot, in centimetres. */
export function SizeGuide({ gender }: { gender: Gender }) {
  const sizes = gender === "enfant" ? guideSizes.child : guideSizes.adult;
  return (
    <details className="mt-2">
      <summary className="link inline-block min-h-[1.75rem] cursor-pointer">Guide des pointures</summary>
      <div className="panel mt-2">
        <p>
          Posez le pied sur une feuille, talon contre un mur, et mesurez jusqu'au bout de l'orteil le plus long. Prenez
          la plus grande des deux mesures, le soir de préférence.
        </p>
        <table className="mt-3 w-full text-center tabular-nums">
          <caption className="sr-only">Longueur du pied par pointure</caption>
          <thead className="text-sm">
            <tr className="border-b">
              <th scope="col">Pointure</th>
              <th scope="col">Pied jusqu'à (cm)</th>
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => (
              <tr key={size} className="border-b">
                <th scope="row">{size}</th>
                <td>{centimetres(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
