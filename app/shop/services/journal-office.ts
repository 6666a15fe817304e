import type { ActorKind, JournalEntry, JournalSubject, StaffActor } from "~/domain/office/journal";

interface JournalFilter {
  /** Of a person of the team, also one who left. */
  staffId?: string;
  /** Of others. */
  actor?: Exclude<ActorKind, "staff">;
  subject?: JournalSubject;
  /** As people write it: an order's number in any spelling, a reference, an e-mail address. */
  name?: string;
  /** At this moment or later. */
  since?: Date;
  /** Before this moment. */
  until?: Date;
}

/** Who changed what, newest first. */
export interface JournalOffice {
  /** @param after cursor of an earlier page; one that is none begins at the newest */
  journal(
    filter: JournalFilter,
    page: { after?: string | undefined; size: number },
  ): Promise<{ entries: JournalEntry[]; next?: string }>;
  /** All of one thing: an order's or product's id. */
  journalOf(subject: JournalSubject, id: string): Promise<JournalEntry[]>;
  /** Everybody who has ever worked here, by name. */
  journalPeople(): Promise<{ id: string; name: string }[]>;
  /** Writes down that somebody takes orders out as a file. @param what in words */
  noteExport(what: string, by: StaffActor): Promise<void>;
}
