import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { readSettings } from "~/settings.server";

/** What is set wrongly; how the start says it: tests/operating/settings.test.ts. */

// The module reads the environment as well when it loads; without a secret it would write one.
vi.hoisted(() => {
  process.env.SESSION_SECRET = "a secret of the tests, long enough";
});

const read = (environment: Record<string, string>) =>
  readSettings({ NODE_ENV: "production", DATA_DIR: mkdtempSync(join(tmpdir(), "shop-")), PORT: "1", ...environment });

describe("a wrong setting is refused in one line that names it", () => {
  it.each([
    ["PORT", "three"],
    ["PORT", "70000"],
    ["HOST", "boutique.example"],
    ["SITE_URL", "boutique"],
    ["SITE_URL", "ftp://boutique.example"],
    ["SITE_URL", "https://boutique.example/shop"],
    ["OFFICE_URL", "gestion.boutique.example"],
    ["OFFICE_URL", "https://gestion.boutique.example"],
    ["OFFICE_URL", "http://localhost:3000"],
    ["TRUSTED_PROXIES", "localhost"],
    ["DATABASE_URL", "mysql://localhost/shop"],
    ["SESSION_SECRET", "short"],
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "mail.example:25"],
    ["MAIL_FROM", "nobody"],
    ["UNCONFIRMED_DAYS", "trois"],
    ["UNCONFIRMED_DAYS", "366"],
    ["UNCONFIRMED_ORDERS", "0"],
    ["ORDERS_FROM_ADDRESS", "-1"],
    ["PAIRS_FROM_ADDRESS", "1.5"],
    ["ORDERS_WAITING", "beaucoup"],
    ["MAX_CONNECTIONS", "0"],
    ["SHOP_PHONE", "12"],
    ["SHOP_WHATSAPP", "041000000"],
    ["SHOP_EMAIL", "nobody"],
    ["SHOP_EMAIL", "", { SMTP_URL: "smtps://user:password@mail.example:465" }],
    ["SHOP_LOCATIONS", "Centre | 1, rue de l'Exemple | 12"],
    ["SHOP_LOCATIONS", "Centre | 1, rue de l'Exemple | | ici"],
    ["SHOP_FACEBOOK", "javascript:alert(1)"],
    ["DATA_DIR", "/dev/null/data"],
    ["YALIDINE_API_ID", "", { YALIDINE_API_TOKEN: "a-token-of-the-courier" }],
    ["YALIDINE_API_TOKEN", "", { YALIDINE_API_ID: "12345678901234567890" }],
    ["YALIDINE_API_TOKEN", "two words", { YALIDINE_API_ID: "12345678901234567890" }],
    ["YALIDINE_API_ID", "", { YALIDINE_WEBHOOK_SECRET: "a-secret-alone" }],
    ["YALIDINE_API_URL", "https://api.yalidine.app/v1"],
  ] as [name: string, value: string, others?: Record<string, string>][])("%s=%s %o", (name, value, others = {}) => {
    expect(() => read({ ...others, [name]: value })).toThrow(new RegExp(`^Setting ${name} .+$`));
  });

  it("without SHOP_EMAIL mails to the shop have an address that a mail can have", () => {
    const inboxOf = (SITE_URL: string) => read({ SITE_URL }).mail.inbox;
    expect(inboxOf("https://boutique.example")).toBe("boutique@boutique.example");
    for (const site of ["", "http://localhost:3000", "http://[::1]:3000"])
      expect(inboxOf(site)).toBe("boutique@shop.invalid");
  });

  it("and what is right is read", () => {
    expect(read({ SITE_URL: "https://boutique.example" }).siteUrl).toBe("https://boutique.example");
    for (const HOST of ["localhost", "127.0.0.1", "::1", ""]) expect(() => read({ HOST })).not.toThrow();
  });
});
