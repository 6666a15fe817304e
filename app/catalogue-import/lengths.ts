import { MAX_NAME } from "./cells";
import type { Report, SourceProduct } from "./source-product";

/** Of what tells a product apart in its list. */
const MAX_ID = 200;

/** Whether name and identifier are as short as in any shop; a longer one is refused by its line. */
export function isWithinLengths({ name, sourceId, line }: SourceProduct, report: Report): boolean {
  const problem =
    name.length > MAX_NAME
      ? `le nom «\u00a0${name.slice(0, 30)}…\u00a0» a plus de ${MAX_NAME} caractères`
      : sourceId.length > MAX_ID
        ? `l'identifiant de «\u00a0${name}\u00a0» a plus de ${MAX_ID} caractères`
        : undefined;
  if (problem) report(line, "refused", problem);
  return problem === undefined;
}
