import type { StaffActor } from "~/domain/office/journal";

export interface ExportOffice {
  /** Writes into the journal that somebody takes orders out as a file. @param what in words */
  noteExport(what: string, by: StaffActor): Promise<void>;
}
