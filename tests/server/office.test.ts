import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The door through which an area of the merchant's own reaches the back office. */

describe("the back office of this process's shop", () => {
  let dataDir: string;
  const open = async (apiUrl: string) => {
    vi.stubEnv("SHOP_API_URL", apiUrl);
    vi.resetModules();
    Reflect.deleteProperty(globalThis, "openShop");
    return import("~/shop/shop.server");
  };

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "office-"));
    vi.stubEnv("DATA_DIR", dataDir);
  });
  afterEach(async () => {
    await (await (await import("~/shop/shop.server")).getShop()).close();
    Reflect.deleteProperty(globalThis, "openShop");
    rmSync(dataDir, { recursive: true });
  });

  it("knows every order", async () => {
    const { getOffice } = await open("");
    expect(await (await getOffice()).orders({}, { page: 1, size: 10 })).toEqual({ orders: [], total: 0 });
  });

  it("is a 404 page on another shop's API, which has the orders", async () => {
    const { getOffice } = await open("http://127.0.0.1:9");
    await expect(getOffice()).rejects.toMatchObject({ status: 404 });
  });
});
