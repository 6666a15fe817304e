import { type Ability, roleMay, type StaffRole } from "~/domain/office/role";

interface OfficeLink {
  to: string;
  label: string;
  /** Which ability it takes; without one everybody in the team sees it. */
  ability?: Ability;
}

const daily: readonly OfficeLink[] = [
  { to: "/gestion", label: "Aujourd'hui" },
  { to: "/gestion/appels", label: "À appeler", ability: "calls" },
  { to: "/gestion/commandes", label: "Commandes", ability: "orders" },
];

const more: readonly OfficeLink[] = [
  { to: "/gestion/equipe", label: "Équipe", ability: "team" },
  { to: "/gestion/journal", label: "Journal", ability: "journal" },
  { to: "/gestion/securite", label: "Sécurité" },
];

const seenBy = (role: StaffRole, entries: readonly OfficeLink[]) =>
  entries.filter(({ ability }) => ability === undefined || roleMay(role, ability));

/** What a role sees in the header: the screens of each day, and those behind the person's name. */
export const navigationFor = (role: StaffRole) => ({ daily: seenBy(role, daily), more: seenBy(role, more) });
