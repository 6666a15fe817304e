import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { useShortcuts } from "~/components/office/shortcuts";
import { officeOrderPage } from "./order-paths";

/** The search field of order-filters.tsx. */
const SEARCH_FIELD = "filtres-q";

/** The keys of the list of orders. @returns the number of the row that they are at */
export function useRowKeys(numbers: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const navigate = useNavigate();
  const at = current === undefined ? -1 : numbers.indexOf(current);

  const go = (to: number) => {
    const number = numbers[Math.min(Math.max(to, 0), numbers.length - 1)];
    if (number === undefined) return;
    setCurrent(number);
    // The link has the focus, so that screen readers and Enter are at the row that is seen.
    rowOf(number)?.querySelector("a")?.focus();
  };
  useShortcuts([
    { key: "/", label: "Chercher", press: () => document.getElementById(SEARCH_FIELD)?.focus() },
    { key: "j", label: "Commande suivante", press: () => go(at + 1) },
    { key: "k", label: "Commande précédente", press: () => go(at - 1) },
    {
      key: "x",
      label: "Cocher la commande",
      press: () => current && rowOf(current)?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click(),
    },
    { key: "Enter", label: "Ouvrir la commande", press: () => current && navigate(officeOrderPage(current)) },
  ]);
  return at === -1 ? undefined : current;
}

const rowOf = (number: string) => document.getElementById(`ligne-${number}`);
