import { describe, expect, it } from "vitest";
import { trackForm } from "~/domain/order/track-form";

const first = (typed: Record<string, unknown>, isOwn = true) => {
  const parsed = trackForm(isOwn).schema.safeParse(typed);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ path, message }) => [path[0], message]);
};

describe("the form that finds an order", () => {
  it("takes number and phone in every spelling", () => {
    expect(first({ numero: " k7mq 4txp ", telephone: "٠٥٥٠ ١٢ ٣٤ ٥٦" })).toEqual({
      numero: "K7MQ-4TXP",
      telephone: "0550123456",
    });
  });
  it("says what is missing", () => {
    expect(first({})).toEqual([
      ["numero", "Le numéro de commande est requis"],
      ["telephone", "Le téléphone est requis"],
    ]);
  });
  it("says what can be neither", () => {
    expect(first({ numero: "OIL0-1111", telephone: "12" })).toEqual([
      ["numero", "Numéro de commande invalide (ex: K7MQ-4TXP)"],
      ["telephone", "Numéro invalide (ex: 0550123456)"],
    ]);
  });
  it("takes whatever number another shop's API gives, as it is typed", () => {
    for (const [typed, numero] of [
      [" N-77 ", "N-77"],
      ["2026/0077", "2026/0077"],
      ["n°  7", "n° 7"],
      ["K7MQ4TXP", "K7MQ4TXP"],
      ["0b0a3c1e-7d1b-4c58-9d0e-3f1a4c5b6d7e", "0b0a3c1e-7d1b-4c58-9d0e-3f1a4c5b6d7e"],
    ])
      expect(first({ numero: typed, telephone: "0550123456" }, false)).toEqual({ numero, telephone: "0550123456" });
    expect(first({ numero: " ? ", telephone: "0550123456" }, false)).toEqual([
      ["numero", "Le numéro de commande est requis"],
    ]);
  });
});
