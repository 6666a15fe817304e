import { normaliseOrderNumber } from "~/domain/order/order";
import type { UnsettledOffice } from "../services/unsettled-office";
import { NumberTaken } from "./store-order.server";
import type { Unsettled } from "./unsettled.server";

export function unsettledOffice(unsettled: Unsettled): UnsettledOffice {
  async function find(typed: string) {
    const reference = normaliseOrderNumber(typed);
    return (await unsettled.open()).find((row) => row.reference === reference);
  }

  return {
    async waiting() {
      const shown = await Promise.all((await unsettled.open()).map(unsettled.shown));
      return shown.filter((order) => order !== undefined);
    },
    async take(reference, names) {
      const row = await find(reference);
      if (!row) return "unknown";
      try {
        return (await unsettled.take(row, names)).repeated ? "unknown" : "taken";
      } catch (error) {
        if (error instanceof NumberTaken) return "number-used";
        throw error;
      }
    },
    async free(reference) {
      const row = await find(reference);
      if (!row) return "unknown";
      return (await unsettled.free(row)) ? "freed" : "unknown";
    },
  };
}
