import type { DeliveryView } from "~/domain/delivery/delivery-view";

export interface WilayaOption {
  value: string;
  text: string;
  disabled: boolean;
}

/** @param withUnserved whether wilayas without delivery can be chosen, to be told about them */
export function wilayaOptions(wilayas: DeliveryView["wilayas"], withUnserved = false): WilayaOption[] {
  const option = (text: string, { unserved }: { unserved?: boolean }, value: string) => ({
    value,
    text,
    disabled: unserved === true && !withUnserved,
  });
  const number = (id: number) => String(id).padStart(2, "0");
  return [
    { value: "", text: "Choisissez une wilaya", disabled: false },
    ...wilayas.map((wilaya) =>
      option(
        `${number(wilaya.id)} – ${wilaya.name}${wilaya.unserved ? " (sans livraison)" : ""}`,
        wilaya,
        String(wilaya.id),
      ),
    ),
    // Wilayas of the new law, each with the id of the older one by which the courier knows it. The
    // space keeps React from selecting both; forms are read without it.
    ...wilayas.flatMap((wilaya) =>
      (wilaya.newer ?? []).map((newName) => option(`${newName} (livrée avec ${wilaya.name})`, wilaya, `${wilaya.id} `)),
    ),
  ];
}

/** The options as they stand in the page, so that they are not sent twice. */
export function wilayaOptionsIn(id: string): WilayaOption[] {
  const list = document.getElementById(id) as HTMLSelectElement | null;
  return [...(list?.options ?? [])].map(({ value, text, disabled }) => ({ value, text, disabled }));
}
