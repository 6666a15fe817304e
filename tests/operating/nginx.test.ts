import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { request } from "node:https";
import { type AddressInfo, BlockList, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientOf } from "~/http/client-address.server";
import { findProgram } from "../../tools/programs.mjs";
import { leaveBrowser, visit } from "../support/browser/browser";
import { journeys } from "../support/browser/journeys";
import { problemsOf } from "../support/browser/validity";
import { freePort } from "../support/shop/ports";
import { type RunningShop, startShop } from "../support/shop/shop-server";

/** Uses the example of docs/nginx.conf: TLS in front, Secure cookies, a shared cache. */

const nginxPath = findProgram("nginx");

// `npm run test:all` installs nginx on Debian as root; elsewhere these tests are skipped.
describe.skipIf(!nginxPath)("behind nginx with TLS", () => {
  let shop: RunningShop;
  let nginx: ChildProcess;
  let url: string;
  let httpPort: number;
  let accessLog: string;
  let errorLog: string;
  /**
   * Two servers in the shop's place that return the request's headers, are busy, or say nothing.
   * Each has a script that the other does not know.
   */
  let echoes: Server[];
  let echoUrl: string;
  /** A connection that nobody uses since then. */
  let idle: Socket;
  let idleSince: number;
  const hasIPv6 = existsSync("/proc/net/if_inet6");
  const document = readFileSync(join(import.meta.dirname, "../../docs/nginx.conf"), "utf8");
  const example = hasIPv6 ? document : document.replace(/ *listen \[::\].*\n/g, "");

  beforeAll(async () => {
    const statusOf = (url: string, own: string) => {
      if (url.startsWith("/busy")) return 503;
      return url.startsWith("/assets/") && url !== own ? 404 : 200;
    };
    echoes = ["/assets/old.js", "/assets/new.js"].map((own) =>
      createServer(({ headers, url = "" }, response) => {
        if (url.startsWith("/silent")) return;
        if (url.startsWith("/kept")) response.setHeader("cache-control", "public, max-age=1");
        response.setHeader("x-received", String(headers["x-forwarded-for"]));
        response.setHeader("x-signed", String(headers.x_yalidine_signature));
        response.writeHead(statusOf(url, own)).end("the shop's own");
      }),
    );
    for (const echo of echoes) await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    const folder = mkdtempSync(join(tmpdir(), "nginx-"));
    // nginx's workers run as another user.
    chmodSync(folder, 0o755);
    const [shopPort, httpsPort, echoHttpsPort] = [await freePort(), await freePort(), await freePort()];
    const echoHttpPort = await freePort();
    httpPort = await freePort();
    url = `https://localhost:${httpsPort}`;
    echoUrl = `https://127.0.0.1:${echoHttpsPort}`;
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate, ...subject],
      { stdio: "ignore" },
    );
    const shared = {
      CERTIFICATE_KEY: key,
      CERTIFICATE: certificate,
      CHALLENGES: join(folder, "challenges"),
      ERROR_LOG: join(folder, "shop-error.log"),
      UNAVAILABLE_PAGE: join(folder, "unavailable.html"),
    };
    mkdirSync(join(shared.CHALLENGES, ".well-known/acme-challenge"), { recursive: true });
    writeFileSync(join(shared.CHALLENGES, ".well-known/acme-challenge/token"), "token.key");
    copyFileSync(join(import.meta.dirname, "../../docs/unavailable.html"), shared.UNAVAILABLE_PAGE);
    errorLog = shared.ERROR_LOG;
    accessLog = join(folder, "access.log");
    /** The file as it is, and what compose.yaml sets. */
    const filled = (text: string, values: Record<string, string>) =>
      text.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => values[name] ?? "");
    const serving = filled(example, {
      ...shared,
      CACHE_DIR: join(folder, "cache"),
      UPSTREAM: `127.0.0.1:${shopPort}`,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      SERVER_NAME: "localhost",
    });
    // The same under names of its own, in front of a server that is busy, silent or gone.
    const two = example.replace(/^.*\$\{UPSTREAM\}.*\n/m, (line) =>
      echoes
        .map((echo) => line.replace(/\$\{UPSTREAM\}/, `127.0.0.1:${(echo.address() as AddressInfo).port}`))
        .join(""),
    );
    const renamed = two.replace(/\bshop\b/g, "echo").replaceAll("$kept", "$echo_kept");
    const echoing = filled(renamed.replace("read_timeout 30s", "read_timeout 1s"), {
      ...shared,
      CACHE_DIR: join(folder, "echo-cache"),
      HTTP_PORT: String(echoHttpPort),
      HTTPS_PORT: String(echoHttpsPort),
      SERVER_NAME: "localhost",
    });
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join("\n");
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; pid ${join(folder, "nginx.pid")}; error_log ${join(folder, "error.log")};
       events {} http { access_log ${accessLog}; ${temporary}\n${serving}\n${echoing} }`,
    );
    shop = await startShop({ port: shopPort, env: { SITE_URL: url, OFFICE_URL: "https://gestion.example" } });
    nginx = spawn(nginxPath ?? "", ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
      stdio: "ignore",
    });
    const patience = Date.now() + 15_000;
    while ((await get("/").catch(() => undefined))?.status !== 200) {
      if (Date.now() > patience)
        throw new Error(`nginx did not answer: ${readFileSync(join(folder, "error.log"), "utf8")}`);
      await sleep(100);
    }
    idle = connect(shopPort, "127.0.0.1");
    await said(idle, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    idleSince = Date.now();
  });

  afterAll(async () => {
    await leaveBrowser();
    idle?.destroy();
    nginx?.kill("SIGTERM");
    for (const echo of echoes ?? []) echo.close();
    await shop?.stop();
  });

  function get(path: string, headers: Record<string, string> = {}, site = url, method = "GET") {
    return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
      const sent = request(`${site}${path}`, { rejectUnauthorized: false, headers, method }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          body += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  /** @returns the first bytes that come back */
  function said(socket: Socket, text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      socket.once("data", (bytes) => resolve(String(bytes)));
      socket.once("error", reject);
      const ended = () => reject(new Error("The connection was closed."));
      if (socket.destroyed) ended();
      socket.once("close", ended);
      socket.write(text);
    });
  }

  const noted = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");

  it("leads http to https, but programs that send their data in the clear", async () => {
    const ask = (path: string, method = "GET") =>
      fetch(`http://localhost:${httpPort}${path}`, { redirect: "manual", method });
    const page = await ask("/femme?tri=prix-croissant");
    expect([page.status, page.headers.get("location")]).toEqual([301, "https://localhost/femme?tri=prix-croissant"]);
    for (const path of ["/api/orders", "/auth/login", "/orders", "/webhooks/yalidine"])
      expect((await ask(path, "POST")).status).toBe(403);
  });

  it("answers a certificate authority by http, so that certificates can be renewed", async () => {
    const ask = (name: string) =>
      fetch(`http://localhost:${httpPort}/.well-known/acme-challenge/${name}`, { redirect: "manual" });
    const answer = await ask("token");
    expect([answer.status, await answer.text()]).toEqual([200, "token.key"]);
    expect((await ask("of-nobody")).status).toBe(404);
  });

  it.skipIf(!hasIPv6)("answers on IPv6 as well", async () => {
    const plain = await fetch(`http://[::1]:${httpPort}/shop`, { redirect: "manual" });
    expect(plain.headers.get("location")).toMatch(/^https:/);
    const page = await get("/shop", { host: "localhost" }, url.replace("localhost", "[::1]"));
    expect(page.status).toBe(200);
  });

  it("serves strangers from the shared cache, and visitors by themselves", async () => {
    await get("/shop");
    expect((await get("/shop")).headers["x-cache"]).toBe("HIT");
    expect((await get("/shop", { cookie: "__Host-visitor=x" })).headers["x-cache"]).not.toBe("HIT");
    await get("/cart");
    expect((await get("/cart")).headers["x-cache"]).not.toBe("HIT");
    // A shop on this one's API must not take an old answer for one of now.
    await get("/api/categories");
    const { status, headers } = await get("/api/categories");
    expect([status, headers["x-cache"]]).toEqual([200, undefined]);
  });

  it("hands what a visitor has already on to the shop, which answers that it is unchanged", async () => {
    const cookie = "__Host-visitor=x";
    const { headers } = await get("/shop", { cookie });
    const known = { cookie, "if-none-match": String(headers.etag) };
    expect((await get("/shop", known)).status).toBe(304);
    // Files are the same for all.
    const [script = ""] = readdirSync(join(import.meta.dirname, "../../build/client/assets"));
    for (const file of [`/assets/${script}`, "/icons/icon-192.png", "/pictures/og.jpg"]) {
      await get(file, { cookie });
      expect((await get(file, { cookie })).headers["x-cache"], file).toBe("HIT");
    }
  });

  it("lets visitors of one private page not wait for each other", async () => {
    const since = performance.now();
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await get("/cart")).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    // With proxy_cache_lock each but the first waits for half a second, one after the other.
    expect(performance.now() - since).toBeLessThan(3000);
  });

  it("has none of them on the back office's host, and the back office nowhere else", async () => {
    const host = { host: "gestion.example" };
    await get("/shop");
    expect((await get("/shop", host)).status).toBe(404);
    expect((await get("/gestion/entree", host)).status).toBe(200);
    expect((await get("/gestion/entree", host)).headers["x-cache"]).not.toBe("HIT");
    expect((await get("/gestion/entree")).status).toBe(404);
    expect((await get("/shop")).headers["x-cache"]).toBe("HIT");
  });

  it("hands a visit that another site's link begins on to the shop, whose cookie nobody else gets", async () => {
    await get("/faq");
    expect((await get("/faq")).headers["x-cache"]).toBe("HIT");
    expect((await get("/faq", { referer: `${url}/shop` })).headers["x-cache"]).toBe("HIT");
    for (const [path, headers] of [
      ["/faq", { referer: "https://l.instagram.com/" }],
      ["/faq", { referer: "https://localhost.example/" }],
      ["/faq?utm_source=facebook", {}],
    ] as const) {
      const visit = (await get(path, headers)).headers;
      expect([visit["x-cache"], visit["set-cookie"]?.[0]]).toEqual([
        expect.stringMatching(/^(BYPASS|MISS)$/),
        expect.stringMatching(/^__Host-provenance=/),
      ]);
    }
    const next = (await get("/faq")).headers;
    expect([next["x-cache"], next["set-cookie"]]).toEqual(["HIT", undefined]);
    // Of the same link's second visitor, too.
    expect((await get("/faq?utm_source=facebook")).headers["set-cookie"]).toBeDefined();
  });

  it("knows where a shopper comes from, whatever headers she sends", async () => {
    const { headers } = await get("/", { "x-forwarded-for": "203.0.113.9" }, echoUrl);
    expect(headers["x-received"]).toBe("203.0.113.9, 127.0.0.1");
    const trusted = new BlockList();
    trusted.addAddress("10.0.0.1");
    // As the shop reads it from an nginx at 10.0.0.1.
    expect(clientOf("10.0.0.1", String(headers["x-received"]), trusted)).toBe("127.0.0.1");
  });

  it("hands on the signature of the courier's webhooks, whose header has underscores", async () => {
    const { headers } = await get("/webhooks/yalidine", { X_YALIDINE_SIGNATURE: "of-the-courier" }, echoUrl, "POST");
    expect(headers["x-signed"]).toBe("of-the-courier");
  });

  it("keeps no addresses, which carry search words and the keys of mailed links", async () => {
    await get("/search?q=sandale");
    await sleep(300);
    expect(noted(accessLog)).toBe("");
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

  it("answers a POST on a connection that nobody used for longer than Node would keep it", async () => {
    // Node's own five seconds, and one by which it is late on purpose.
    await sleep(idleSince + 7_000 - Date.now());
    const head = ["POST /suivi HTTP/1.1", "Host: localhost", `Origin: ${url}`, "Content-Length: 0"];
    const answer = await said(idle, `${head.join("\r\n")}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const kept = Number(/^keep-alive: timeout=(\d+)/im.exec(answer)?.[1]);
    expect(kept).toBeGreaterThan(Number(/keepalive_timeout (\d+)s;/.exec(example)?.[1]));
  });

  it("asks the other version for a script that one does not know, while two run", async () => {
    const ask = async (script: string) => (await get(`/assets/${script}.js`, {}, echoUrl)).status;
    for (const round of ["first", "second"])
      expect([await ask("old"), await ask("new"), await ask("of-nobody")], round).toEqual([200, 200, 404]);
  });

  it("passes long headers, as of an address that leads on with all its parameters", async () => {
    const long = `?q=${"a".repeat(6_000)}`;
    const { status, headers } = await get(`/Search${long}`);
    expect([status, headers.location]).toEqual([301, `/search${long}`]);
  });

  it("asks a process again as soon as it is back, so that two may restart in turn", async () => {
    for (const echo of echoes) {
      const { port } = echo.address() as AddressInfo;
      echo.close();
      echo.closeAllConnections();
      const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await get("/", {}, echoUrl)).status));
      expect(statuses).toEqual([200, 200, 200, 200]);
      await new Promise<void>((resolve) => echo.listen(port, "127.0.0.1", resolve));
    }
  });

  it("hands on what the shop says of itself with 503", async () => {
    const { status, headers, body } = await get("/busy", {}, echoUrl);
    expect([status, headers["x-received"], body]).toEqual([503, "127.0.0.1", "the shop's own"]);
  });

  it("says in French that the shop is away, with the status kept, and keeps no address in its log", async () => {
    await get("/kept", {}, echoUrl);
    const late = await get("/silent?jeton=geheim-0", {}, echoUrl);
    for (const echo of echoes) {
      echo.close();
      echo.closeAllConnections();
    }
    // Both were waited for, a second each. What was kept for one goes on for strangers.
    const kept = await get("/kept", {}, echoUrl);
    expect([kept.status, kept.headers["x-cache"], kept.body]).toEqual([200, "STALE", "the shop's own"]);
    const answers = [
      await get("/kept", { cookie: "__Host-visitor=x" }, echoUrl),
      await get("/reset-password?jeton=geheim-1", { referer: `${echoUrl}/search?q=geheim-2` }, echoUrl),
      await get("/checkout?jeton=geheim-3", {}, echoUrl, "POST"),
    ];
    expect([late, ...answers].map(({ status }) => status)).toEqual([504, 502, 502, 502]);
    for (const { headers, body } of [late, ...answers]) {
      expect(headers["content-type"]).toBe("text/html");
      expect(headers["cache-control"]).toBe("no-store");
      expect(body).toContain("Rien n'a été commandé, sauf si un numéro de commande s'est affiché.");
      expect(body).toContain("Revenez en arrière&nbsp;: ce que vous avez écrit y est encore.");
      expect(body).not.toMatch(/<script|https?:|nginx/);
    }
    expect(await problemsOf(late.body)).toEqual([]);
    for (const path of ["/api/products?search=geheim-4", "/auth/login", "/orders", "/health/ready"]) {
      const { status, headers, body } = await get(path, {}, echoUrl, path.startsWith("/api") ? "GET" : "POST");
      expect([status, headers["content-type"], headers["retry-after"]]).toEqual([502, "application/json", "60"]);
      expect(JSON.parse(body)).toEqual({ message: expect.stringContaining("La boutique ne répond pas") });
    }
    await sleep(300);
    expect([noted(errorLog), noted(accessLog)]).toEqual(["", ""]);
  });
});
