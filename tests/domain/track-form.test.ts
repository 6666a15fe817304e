import { describe, expect, it } from "vitest";
import { trackForm } from "~/domain/track-form";

const first = (typed: Record<string, unknown>) => {
  const parsed = trackForm.schema.safeParse(typed);
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
});
