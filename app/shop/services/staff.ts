import type { Staff, StaffRole } from "~/domain/office/role";
import type { Caller } from "./access";

/** The client of a request, for limits, the list of sessions and the browsers that are known. */
export interface StaffCaller extends Pick<Caller, "address" | "session" | "device" | "filledIn"> {
  /** Who signed in with this browser before: their attempts here are counted apart. */
  browser?: { staff: string; id: string } | undefined;
}

/** What a browser's passkey signed. */
export interface PasskeyAnswer {
  /** JSON, as the page's script sends it. */
  response: string;
  /** What it had to sign: minted by this shop, not long ago. */
  challenge: string;
  /** Scheme and host of the page. */
  origin: string;
}

/** How somebody shows who they are. `code`: of the authenticator app, or a recovery code. */
export type Proof = { by: "password"; password: string; code: string } | { by: "passkey"; answer: PasskeyAnswer };

/** What somebody will sign in with. `code`: of the authenticator app, which knows `secret`. */
export type NewMeans =
  | { by: "password"; password: string; secret: string; code: string }
  | { by: "passkey"; answer: PasskeyAnswer; name: string };

export interface ChangedMeans {
  password?: { current: string; chosen: string };
  app?: { secret: string; code: string };
}

export interface SignedInStaff {
  staff: Staff;
  provedAt: Date;
  shortcuts: boolean;
}

/** `session`: the token for the cookie. */
export type StaffSignIn = { ok: true; staff: Staff; session: string } | { ok: false; reason: "wrong" | "limited" };

/** `code`: the app's code is wrong. `passkey`: it is not valid here. `gone`: the link is. */
type JoinResult =
  | { ok: true; staff: Staff; session: string; recoveryCodes: string[] }
  | { ok: false; reason: "gone" | "code" | "passkey" };

interface Invitation {
  email: string;
  name: string;
  role: StaffRole;
  /** The person's, also before they have joined: a passkey is made for it. */
  staffId: string;
}

interface StaffSessionLine {
  id: string;
  device: string;
  since: Date;
  seen: Date;
  isThis: boolean;
}

interface OwnSecurity {
  hasPassword: boolean;
  passkeys: { id: string; name: string; since: Date; used?: Date }[];
  /** Recovery codes that are left. */
  recoveryCodes: number;
  sessions: StaffSessionLine[];
}

interface TeamMember extends Staff {
  since: Date;
  /** Of an open session. */
  seen?: Date;
  sessions: number;
}

interface OpenInvitation extends Omit<Invitation, "staffId"> {
  /** For ending it. */
  id: string;
  expires: Date;
}

export type TeamChange = "done" | "unknown" | "last-owner";

/**
 * Who works in the shop and is signed in: people, their sessions and their means of signing in.
 * E-mail addresses are as `normaliseEmail` returns them. `limited`: nothing was checked.
 */
export interface StaffService {
  /** Of an open session, which this keeps from ending idle. */
  staffOf(session: string): Promise<SignedInStaff | undefined>;
  /** The same answers, as late, for addresses of nobody. A passkey says itself whose it is. */
  signIn(email: string, proof: Proof, from: StaffCaller): Promise<StaffSignIn>;
  /** Proves again who is signed in, under a new token. */
  prove(session: string, proof: Proof): Promise<StaffSignIn>;
  signOut(session: string): Promise<void>;

  /**
   * Stores an invitation for an hour, which ends earlier ones. Somebody who works here gets new
   * means of signing in, and keeps their role unless the command invites them.
   * @param person with an `id` of somebody who has to work here still
   * @param options.mailedFrom address of the back office: the link is mailed
   * @returns undefined when they have left, or `by` may no longer invite
   */
  invite(
    person: { id?: string | undefined; email: string; name: string; role: StaffRole },
    by: Staff | undefined,
    options?: { mailedFrom?: string },
  ): Promise<{ token: string; expires: Date } | undefined>;
  invitation(token: string): Promise<Invitation | undefined>;
  /** Uses an invitation: the person is new or starts again, signed in here and nowhere else. */
  join(token: string, name: string, means: NewMeans, from: StaffCaller): Promise<JoinResult>;

  team(): Promise<{ people: TeamMember[]; invitations: OpenInvitation[] }>;
  /** `unknown`, as below, also when `by` is no owner any more. */
  setRole(id: string, role: StaffRole, by: Staff): Promise<TeamChange>;
  /** Ends sessions and means of signing in; the person stays in the journal. */
  endAccess(id: string, by: Staff): Promise<TeamChange>;
  endInvitation(id: string, by: Staff): Promise<void>;
  /** Of one person, or all but `except`, a token. @returns how many */
  endSessions(id: string, by: Staff, which?: { only?: string; except?: string }): Promise<number>;

  /** `taken`: the address is somebody's who works here, or did. */
  setIdentity(staff: Staff, as: Pick<Staff, "name" | "email">): Promise<"done" | "taken">;
  ownSecurity(id: string, session: string): Promise<OwnSecurity>;
  addPasskey(staff: Staff, answer: PasskeyAnswer, name: string): Promise<boolean>;
  renamePasskey(staff: Staff, passkey: string, name: string): Promise<boolean>;
  /** `last`: nothing would be left to sign in with. */
  removePasskey(staff: Staff, passkey: string): Promise<"done" | "unknown" | "last">;
  /**
   * Sets what is given, and ends other sessions. `wrong`: the current password, which is asked for
   * where there is one. Without the other of the two neither is any use, and nothing is set.
   */
  setMeans(staff: Staff, session: string, means: ChangedMeans): Promise<"done" | "wrong" | "code" | "limited">;
  /** @returns ten new ones; earlier ones are void */
  renewRecoveryCodes(staff: Staff): Promise<string[]>;
  setShortcuts(id: string, areOn: boolean): Promise<void>;

  /** Deletes sessions, invitations and signed challenges that have ended. */
  forget(): Promise<void>;
}
