import { type MetaDescriptor, useRouteLoaderData } from "@remix-run/react";
import type { Flash } from "~/domain/content/flash";
import type { Staff } from "~/domain/office/role";
import type { Matches } from "../layout/page-meta";

/** The office's layout, as Remix names it. */
const OFFICE = "routes/office/layout";

export const isOffice = (matches: readonly { id: string }[]) => matches.some(({ id }) => id === OFFICE);

/** The data of the office's layout, which each of its pages has. */
export interface OfficeData {
  /** Undefined on the pages by which one comes in. */
  staff: Pick<Staff, "id" | "name" | "role"> | undefined;
  /** Whether single keys do something. */
  shortcuts: boolean;
  flash: Flash | undefined;
  isRefused: boolean;
  /** Where the shop's pages are, without a slash at the end; empty for this host. */
  shopUrl: string;
}

/** Undefined only when the layout's loader failed. */
export const useOfficeData = () => useRouteLoaderData(OFFICE) as OfficeData | undefined;

/** The tags of a page of the office. Of a refused form the title says so first. */
export function officeMeta(matches: Matches, title: string): MetaDescriptor[] {
  const data = matches.find(({ id }) => id === OFFICE)?.data as OfficeData | undefined;
  return [{ title: `${data?.isRefused ? "Erreur : " : ""}${title} – Gestion` }, { name: "robots", content: "noindex" }];
}
