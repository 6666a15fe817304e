import { ProductPicture } from "~/components/ui/product-picture";
import { variantWords } from "~/domain/catalogue/size";
import { type CartLine, lineNotice } from "~/domain/order/cart";
import type { OrderLine } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";

/** What the shop calls the variant, where staff read it. */
type Line = (CartLine | OrderLine) & { reference?: string | undefined };

/** The lines of a cart or an order; a cart's line shows its stock or price notice. */
export function OrderLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="divide-y">
      {lines.map((line) => {
        const notice = "stock" in line ? lineNotice(line) : undefined;
        return (
          <li key={line.variantId} className="flex gap-4 py-4">
            <div className="plate w-20 shrink-0 self-start">
              <ProductPicture picture={line.picture} sizes="80px" upTo={400} isNamedBeside />
            </div>
            {/* The amount goes below where large or spaced text leaves no room beside the words. */}
            <div className="flex min-w-0 flex-1 basis-32 flex-wrap justify-end gap-x-4">
              <div className="min-w-0 flex-1 basis-24">
                <p className="font-semibold">{line.name}</p>
                <p className="text-sm text-muted">{variantWords(line)}</p>
                {line.reference && <p className="break-words text-sm text-muted">Référence {line.reference}</p>}
                <p className="text-sm tabular-nums">
                  {line.quantity} × {formatDinars(line.price)}
                </p>
                {notice && <p className="wrong">{notice}</p>}
              </div>
              <p className="tabular-nums">
                <span className="sr-only">Total de la ligne&nbsp;: </span>
                {formatDinars(line.quantity * line.price)}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
