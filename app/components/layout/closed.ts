import { MINUTE } from "~/domain/values/durations";
import { counted } from "~/domain/values/plural";
import type { Ordering } from "~/shop/shop";

/** Decision 034: the catalogue that is shown is not the shop's own. */
export const API_AWAY = "API non disponible, utilisation des données par défaut";

/** The notice while no orders are taken; undefined while they are. */
export function closedFor(ordering: Ordering, now: Date): string | undefined {
  if (ordering.isOpen) return undefined;
  const { since, hasSamples } = ordering;
  const duration = since ? ` depuis ${durationOf(now.getTime() - since.getTime())}` : "";
  const closed = `Les commandes sont fermées${duration}\u00a0: ce que vous avez saisi est gardé, et elles rouvriront d'elles-mêmes.`;
  return hasSamples ? `${API_AWAY}. ${closed}` : closed;
}

function durationOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  if (minutes < 1) return "moins d'une minute";
  if (minutes < 60) return counted(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return counted(hours, "heure");
}
