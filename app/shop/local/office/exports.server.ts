import { storable } from "~/domain/values/storable";
import type { ExportOffice } from "../../services/export-office";
import type { Context } from "../context";
import { writeJournal } from "../journal.server";

export function exportOffice(context: Context): ExportOffice {
  return {
    async noteExport(what, by) {
      await context.database.transact((transaction) =>
        writeJournal(context, transaction, {
          by,
          action: "orders-exported",
          subject: "staff",
          id: by.staff.id,
          name: by.staff.name,
          after: { filtre: storable(what) },
        }),
      );
    },
  };
}
