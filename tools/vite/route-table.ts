import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../../app/routes";

/** A route that answers an address. */
export interface TableRoute {
  id: string;
  /** The whole path, as the table of routes writes it, such as `/commande/:number`. */
  path: string;
  /** Of the module, below app. */
  file: string;
  /** Files of the layouts around it, the outermost first. */
  layouts: readonly string[];
}

function answering(entries: RouteConfigEntry[], above: string, layouts: readonly string[]): TableRoute[] {
  return entries.flatMap(({ id, path, file, children }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    if (children) return answering(children, whole, [...layouts, file]);
    return [{ id: id ?? file.replace(/\.tsx?$/, ""), path: whole || "/", file, layouts }];
  });
}

/** The table of routes without its layouts, which answer nothing. */
export const routeTable = answering(await routes, "", []);
