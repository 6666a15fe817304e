import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { request } from "node:https";
import { type AddressInfo, BlockList } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientOf } from "~/server/client-address.server";
import { findProgram } from "../../tools/programs.mjs";
import { closeBrowser, visit } from "../support/browser";
import { journeys } from "../support/journeys";
import { freePort } from "../support/ports";
import { type RunningShop, startShop } from "../support/shop-server";

/** Uses the example of docs/nginx.conf: TLS in front, Secure cookies, a shared cache. */

const nginxPath = findProgram("nginx");

// `npm test` installs nginx on Debian as root; elsewhere these tests are skipped.
describe.skipIf(!nginxPath)("behind nginx with TLS", () => {
  let shop: RunningShop;
  let nginx: ChildProcess;
  let url: string;
  let accessLog: string;
  /** A server in the shop's place that returns the request's headers. */
  let echo: Server;
  let echoUrl: string;

  beforeAll(async () => {
    echo = createServer(({ headers }, response) => {
      response.setHeader("x-received", String(headers["x-forwarded-for"])).end();
    });
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    const folder = mkdtempSync(join(tmpdir(), "nginx-"));
    // nginx's workers run as another user.
    chmodSync(folder, 0o755);
    const [shopPort, httpsPort, echoHttpsPort] = [await freePort(), await freePort(), await freePort()];
    url = `https://localhost:${httpsPort}`;
    echoUrl = `https://127.0.0.1:${echoHttpsPort}`;
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate, ...subject],
      { stdio: "ignore" },
    );
    const values: Record<string, string> = {
      CACHE_DIR: join(folder, "cache"),
      UPSTREAM: `127.0.0.1:${shopPort}`,
      HTTPS_PORT: String(httpsPort),
      SERVER_NAME: "localhost",
      CERTIFICATE_KEY: key,
      CERTIFICATE: certificate,
    };
    accessLog = join(folder, "access.log");
    let example = readFileSync(join(import.meta.dirname, "../../docs/nginx.conf"), "utf8");
    // Debian's nginx of 2023 knows `listen … http2` only.
    example = example.replace(/^\s*http2 on;\n/m, "");
    let echoing = example.replace(/\bshop\b/g, "echo");
    const filled = (text: string) => text.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => values[name] ?? "");
    example = filled(example);
    values.UPSTREAM = `127.0.0.1:${(echo.address() as AddressInfo).port}`;
    values.HTTPS_PORT = String(echoHttpsPort);
    values.CACHE_DIR = join(folder, "echo-cache");
    echoing = filled(echoing);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join("\n");
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; pid ${join(folder, "nginx.pid")}; error_log ${join(folder, "error.log")};
       events {} http { access_log ${join(folder, "access.log")}; ${temporary}\n${example}\n${echoing} }`,
    );
    shop = await startShop({ port: shopPort, env: { SITE_URL: url } });
    nginx = spawn(nginxPath ?? "", ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
      stdio: "ignore",
    });
    const patience = Date.now() + 15_000;
    while ((await get("/").catch(() => undefined))?.status !== 200) {
      if (Date.now() > patience)
        throw new Error(`nginx did not answer: ${readFileSync(join(folder, "error.log"), "utf8")}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  afterAll(async () => {
    await closeBrowser();
    nginx?.kill("SIGTERM");
    echo?.close();
    await shop?.stop();
  });

  function get(path: string, headers: Record<string, string> = {}, site = url) {
    return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
      const sent = request(`${site}${path}`, { rejectUnauthorized: false, headers }, (response) => {
        response.resume();
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  it("serves strangers from the shared cache, and visitors by themselves", async () => {
    await get("/shop");
    expect((await get("/shop")).headers["x-cache"]).toBe("HIT");
    expect((await get("/shop", { cookie: "__Host-visitor=x" })).headers["x-cache"]).not.toBe("HIT");
    await get("/cart");
    expect((await get("/cart")).headers["x-cache"]).not.toBe("HIT");
  });

  it("is told where a shopper comes from, whatever she says herself", async () => {
    const { headers } = await get("/", { "x-forwarded-for": "203.0.113.9" }, echoUrl);
    expect(headers["x-received"]).toBe("203.0.113.9, 127.0.0.1");
    const trusted = new BlockList();
    trusted.addAddress("10.0.0.1");
    // As the shop reads it from an nginx at 10.0.0.1.
    expect(clientOf("10.0.0.1", String(headers["x-received"]), trusted)).toBe("127.0.0.1");
  });

  it("keeps no addresses, which carry search words and the keys of mailed links", async () => {
    await get("/search?q=sandale");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(existsSync(accessLog) ? readFileSync(accessLog, "utf8") : "").toBe("");
  });

  it("sends pictures as what they are", async () => {
    const picture = "/pictures/boston-santa-cruz";
    const [file = ""] = readdirSync(join(import.meta.dirname, `../../public${picture}`)).filter((name) =>
      name.endsWith(".avif"),
    );
    for (const time of ["from the shop", "from the cache"])
      expect((await get(`${picture}/${file}`)).headers["content-type"], time).toBe("image/avif");
  });

  it("tells browsers to stay with https", async () => {
    expect((await get("/")).headers["strict-transport-security"]).toContain("max-age=31536000");
  });

  it.each([false, true])(
    "takes an order (scripts: %s), with Secure cookies bound to this host",
    async (javaScriptEnabled) => {
      const { context, page, close } = await visit(url, { ignoreHTTPSErrors: true, javaScriptEnabled });
      await journeys["orders a pair through the cart"](page, shop);
      const visitor = (await context.cookies()).find(({ name }) => name === "__Host-visitor");
      expect(visitor).toMatchObject({ secure: true, httpOnly: true, sameSite: "Lax", path: "/" });
      await close();
    },
  );
});
