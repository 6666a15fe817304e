/** Who works in the shop, and what each may do there (/gestion). */

export const staffRoles = ["owner", "caller", "packer"] as const;
export type StaffRole = (typeof staffRoles)[number];

export const roleLabels: Record<StaffRole, string> = {
  owner: "Propriétaire",
  caller: "Confirmation",
  packer: "Préparation",
};

/**
 * `orders`: see orders. `calls`: call, confirm, cancel, edit and take them down. `parcels`: pack,
 * hand over, and note pairs that came. `exports`: lists as files. `team`: who works here, and their
 * sessions. `journal`: what everybody changed. `phones`: phones before dispatch.
 */
export type Ability = "orders" | "calls" | "parcels" | "exports" | "team" | "journal" | "phones";

const abilities: Record<StaffRole, readonly Ability[]> = {
  owner: ["orders", "calls", "parcels", "exports", "team", "journal", "phones"],
  caller: ["orders", "calls", "phones"],
  packer: ["orders", "parcels"],
};

export const roleMay = (role: StaffRole, ability: Ability): boolean => abilities[role].includes(ability);

export interface Staff {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
}
