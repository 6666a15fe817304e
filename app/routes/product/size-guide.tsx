import type { Gender } from "~/domain/catalogue/catalogue";
import { sizeName } from "~/domain/catalogue/size";
import { footLength, guideRows } from "~/domain/catalogue/size-guide";

const centimetres = (size: number) => String(footLength(size)).replace(".", ",");

/** Which size fits a foot, in centimetres. @param made sizes in which this model is made */
export function SizeGuide({ gender, made }: { gender: Gender; made: readonly number[] }) {
  return (
    <details className="mt-2">
      <summary className="link inline-block min-h-target cursor-pointer">Guide des pointures</summary>
      <div className="panel mt-2 overflow-x-auto">
        <p>
          Posez le pied sur une feuille, talon contre un mur, et mesurez jusqu'au bout de l'orteil le plus long, le soir
          de préférence. Mesurez les deux pieds et gardez la plus grande mesure.
        </p>
        <table className="mt-3 w-full text-center tabular-nums">
          <caption className="sr-only">Longueur du pied par pointure</caption>
          <thead className="text-sm">
            <tr className="border-b">
              <th scope="col">Pointure</th>
              <th scope="col">Pied jusqu'à (cm)</th>
              <th scope="col">Ce modèle</th>
            </tr>
          </thead>
          <tbody>
            {guideRows(gender === "enfant", made).map(({ size, isMade }) => (
              <tr key={size} className="border-b">
                <th scope="row">{sizeName({ size })}</th>
                <td>{centimetres(size)}</td>
                <td>{isMade && "oui"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
