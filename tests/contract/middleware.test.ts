import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { problemsOf } from "../support/browser/validity";
import { rawAnswer } from "../support/http/raw";
import { isSweep } from "../support/setup/sweeps";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { inDatabase, storedIn } from "../support/shop/stored";

/** What no browser sends to this shop: invalid hosts, and the framework's parameters (S-2, S-7). */

const shop = servedShop();
const client = clientOf(shop, beforeAll);

describe("a request whose host is none (S-2)", () => {
  const long = `${"a".repeat(8000)}.example`;

  it.each([
    ["Host: bad host", ["GET / HTTP/1.1", "Host: bad host"]],
    ["Host: [", ["GET / HTTP/1.1", "Host: ["]],
    ["Host: []", ["GET / HTTP/1.1", "Host: []"]],
    ["Host: [::1", ["GET / HTTP/1.1", "Host: [::1"]],
    ["an empty host", ["GET / HTTP/1.1", "Host:"]],
    ["no host", ["GET / HTTP/1.1", "Accept: */*"]],
    ["two hosts", ["GET / HTTP/1.1", "Host: localhost", "Host: evil.example"]],
    ["the same host twice", ["GET / HTTP/1.1", "host: localhost", "HOST: localhost"]],
    ["a user", ["GET / HTTP/1.1", "Host: a@b"]],
    ["a path", ["GET / HTTP/1.1", "Host: localhost/shop"]],
    ["a question", ["GET / HTTP/1.1", "Host: localhost?_data=root"]],
    ["a backslash", ["GET / HTTP/1.1", "Host: localhost\\evil"]],
    ["letters for a port", ["GET / HTTP/1.1", "Host: localhost:port"]],
    ["a port that there is not", ["GET / HTTP/1.1", "Host: localhost:99999"]],
    ["two ports", ["GET / HTTP/1.1", "Host: localhost:80:81"]],
    ["five figures", ["GET / HTTP/1.1", "Host: 1.2.3.4.5"]],
    ["bytes above ASCII", ["GET / HTTP/1.1", "Host: bé.example"]],
    ["8 kB", ["GET / HTTP/1.1", `Host: ${long}`]],
    ["an absolute target elsewhere", ["GET http://evil.example/shop HTTP/1.1", "Host: localhost"]],
    ["an absolute target of a bad host", ["GET http://[/ HTTP/1.1", "Host: localhost"]],
    ["a star", ["OPTIONS * HTTP/1.1", "Host: localhost"]],
    ["a bad host of a file", ["GET /favicon.svg HTTP/1.1", "Host: bad host"]],
    ["a bad host of a form", ["POST /cart HTTP/1.1", "Host: bad host", "Content-Length: 0"]],
    ["a bad host of an old client", ["GET / HTTP/1.0", "Host: bad host"]],
  ])("%s: 400, in French, with every header", async (_, lines) => {
    const { status, headers, body } = await rawAnswer(shop.url, lines);
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    if (!lines[0]?.startsWith("OPTIONS")) expect(body).toContain("Demande incomprise");
    expect(body).not.toMatch(/node_modules|\bat .*\.js:\d+|evil/);
  });

  it("an expectation that nobody knows is a page with every header", async () => {
    const { status, headers } = await rawAnswer(shop.url, ["GET /faq HTTP/1.1", "Host: localhost", "Expect: tea"]);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("the API says so in JSON", async () => {
    const { status, headers, body } = await rawAnswer(shop.url, ["GET /api/products HTTP/1.1", "Host: bad host"]);
    expect(status).toBe(400);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body).toContain("Demande incomprise");
  });

  it.each([
    ["a name", ["GET /terms HTTP/1.1", "Host: boutique.example"]],
    ["a name with a port", ["GET /terms HTTP/1.1", "Host: localhost:3000"]],
    ["a name with a final dot", ["GET /terms HTTP/1.1", "Host: boutique.example."]],
    ["a service's name", ["GET /terms HTTP/1.1", "Host: shop_1:3000"]],
    ["figures", ["GET /terms HTTP/1.1", "Host: 127.0.0.1:3000"]],
    ["an absolute target's", ["GET http://LOCALHOST:3000/terms HTTP/1.1", "Host: localhost:3000"]],
    ["one without a path", ["GET http://localhost?a=b HTTP/1.1", "Host: localhost"]],
    ["IPv6", ["GET /terms HTTP/1.1", "Host: [::1]:3000"]],
    ["none, which HTTP/1.0 allows", ["GET /terms HTTP/1.0"]],
  ])("%s is one", async (_, lines) => {
    const { status, body } = await rawAnswer(shop.url, lines);
    expect(status).toBe(200);
    expect(body).toContain("<h1");
  });
});

describe("what no parser reads is refused in French, with every header", () => {
  it.each([
    ["letters beyond ASCII in an address", 400, ["GET /search?q=été HTTP/1.1", "Host: localhost"]],
    ["a space in an address", 400, ["GET /search?q=a b HTTP/1.1", "Host: localhost"]],
    ["a method that nobody knows", 400, ["BREW /search HTTP/1.1", "Host: localhost"]],
    ["cookies of 20 kB", 431, ["GET / HTTP/1.1", "Host: localhost", `Cookie: a=${"a".repeat(20_000)}`]],
  ])("%s: %i", async (_, expected, lines) => {
    const { status, headers, body } = await rawAnswer(shop.url, lines);
    expect(status).toBe(expected);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
    expect(headers.get("connection")).toBe("close");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(body).toContain(expected === 431 ? "effacez les cookies de ce site" : "Demande incomprise");
    expect(await problemsOf(body)).toEqual([]);
  });
});

describe("an answer that ends its connection", () => {
  it.each([
    [405, ["POST /terms HTTP/1.1", "Host: localhost", "Content-Length: 60000"]],
    [413, ["POST /cart HTTP/1.1", "Host: localhost", "Content-Length: 70000"]],
    [431, ["POST /cart HTTP/1.1", `Cookie: a=${"a".repeat(20_000)}`]],
  ])("a %i is not taken back by a reset while the rest is sent", async (expected, lines) => {
    const { hostname, port } = new URL(shop.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const came: Buffer[] = [];
    socket.on("data", (bytes) => came.push(bytes));
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "data");
    // A reset is an error of one of these.
    for (let part = 0; part < 8; part += 1) {
      await sleep(20);
      await new Promise<void>((resolve, reject) => {
        socket.once("error", reject);
        socket.write("x".repeat(5_000), (error) => (error ? reject(error) : resolve()));
      });
    }
    const closed = once(socket, "close");
    socket.end();
    await closed;
    const text = Buffer.concat(came).toString("latin1");
    expect([text.slice(0, 12), text.includes("</html>")]).toEqual([`HTTP/1.1 ${expected}`, true]);
  });
});

describe("what only the framework's router asks", () => {
  const QUESTIONS = [
    "_data=routes%2Fhome%2Fhome",
    "_data=root",
    "_data=",
    "_data",
    "%5Fdata=root",
    "%5fdata",
    "_%64ata=root",
    "%5F%64%61%74%61=root",
    "page=2&_data=root",
    "_data=x&page=2",
    "page=2&%5Fdata",
    "&&_data=root",
    "_data=root#x",
    "_routes=root",
    "_routes",
    "%5Froutes=root",
    "_data=root&_data=root",
  ];
  const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
  const PATHS = ["/", "/shop", "/cart", "/api/products"];

  async function isNoAddress(path: string, methods: readonly string[] = METHODS): Promise<void> {
    for (const method of methods) {
      const answer = await client.ask(path, { method, ...(method === "POST" ? { form: { intent: "vider" } } : {}) });
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.headers["content-type"], `${method} ${path}`).toMatch(/^(text\/html|application\/json)/);
      for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^x-remix/);
      if (method === "GET") expect(answer.text, path).toMatch(/Page introuvable|Cette adresse n'existe pas/);
    }
  }

  // The first on every path by every method, the others on one path by turns, but in a sweep.
  it.each(
    QUESTIONS.map((question, turn) =>
      isSweep || turn === 0
        ? ([question, PATHS, METHODS] as const)
        : ([question, PATHS.slice(turn % PATHS.length).slice(0, 1), ["GET", "POST"]] as const),
    ),
  )("?%s is no address, for no method", async (question, paths, methods) => {
    const before = storedIn(shop);
    for (const path of paths) await isNoAddress(`${path}?${question}`, methods);
    expect(storedIn(shop)).toEqual(before);
  });

  it.each([
    "/_root.data",
    "/shop.data",
    "/cart.data",
    "/shop.data?page=2",
    "/shop%2Edata",
    "/shop.dat%61",
    "/\\shop.data",
  ])("%s is no address, for no method", (path) => isNoAddress(path));

  it.each([
    ["/shop?_data[]=root", "/shop"],
    ["/shop?page=1;_data=root", "/shop"],
    ["/shop?data=root", "/shop"],
    ["/shop?_DATA=root", "/shop"],
    ["/shop?q=_data", "/shop"],
    ["/shop?_gl=1*abc&fbclid=x", "/shop"],
    ["/?index", "/"],
  ])("%s is a page as any", async (path, plain) => {
    const [answer, other] = [await client.get(path), await client.get(plain)];
    expect(answer.status).toBe(200);
    expect(/<h1.*?<\/h1>/s.exec(answer.text)?.[0]).toBe(/<h1.*?<\/h1>/s.exec(other.text)?.[0]);
  });
});

describe("another spelling of a page's address", () => {
  it.each([
    ["/shop/", "/shop"],
    ["/SHOP?couleur=noir", "/shop?couleur=noir"],
    ["/Femme", "/femme"],
    ["/collection/premium/", "/collection/premium"],
    ["/Product/boston-santa-cruz", "/product/boston-santa-cruz"],
    ["/shop//", "/shop"],
    ["/sales/summer///?tri=prix-croissant", "/sales/summer?tri=prix-croissant"],
    ["/category/boston//", "/category/boston"],
    ["/%73hop", "/shop"],
    ["/Category/%62oston//", "/category/boston"],
    ["/category/Boston?tri=prix-croissant", "/category/boston?tri=prix-croissant"],
    ["/collection/Premium", "/collection/premium"],
    ["/product/Boston-Santa-Cruz?couleur=taupe", "/product/boston-santa-cruz?couleur=taupe"],
  ])("%s leads to its own", async (address, page) => {
    expect(await client.get(address)).toMatchObject({ status: 301, location: page });
    expect((await client.get(page)).status).toBe(200);
  });

  it("keeps the capitals of ids, which imported products have", async () => {
    const id = "p-AbC_dEf";
    inDatabase(shop, (database) =>
      database.exec(`
        pragma foreign_keys = off;
        update variants set product_id = '${id}' where product_id = (select id from products where slug = 'tong-terga');
        update products set id = '${id}' where slug = 'tong-terga'`),
    );
    for (const address of [`/product/${id}/`, `/Product/${id}`]) {
      expect(await client.get(address)).toMatchObject({ status: 301, location: `/product/${id}` });
      expect(await client.get(`/product/${id}`)).toMatchObject({ status: 301, location: "/product/tong-terga" });
    }
  });

  it("is none with a letter that is ASCII only when it is small", async () => {
    expect((await client.get(`/product/${encodeURIComponent("\u212aelvin")}/`)).status).toBe(404);
  });

  it.each(["/./shop", "/x/../shop", "/shop/%2e%2e/cart", "/%2E/shop", "/\\shop", "/shop/."])(
    "%s, which a browser would write otherwise, is none",
    async (path) => {
      expect((await rawAnswer(shop.url, [`GET ${path} HTTP/1.1`, "Host: localhost"])).status).toBe(404);
    },
  );

  it("may end in a fragment, which few programs send", async () => {
    expect((await rawAnswer(shop.url, ["GET /shop#haut HTTP/1.1", "Host: localhost"])).status).toBe(200);
  });
});

describe("the address of an answer to a form, read", () => {
  it.each([
    ["/product/boston-santa-cruz?envoi=1", "/product/boston-santa-cruz"],
    ["/suivi?envoi=2", "/suivi"],
    ["/shop?couleur=noir&envoi=1&page=2", "/shop?couleur=noir&page=2"],
  ])("%s leads to its page's own", async (address, page) => {
    expect(await client.get(address)).toMatchObject({ status: 303, location: page });
  });

  it.each(["/shop?renvoi=1", "/shop?id_envoi=12&utm_source=x"])("%s is none", async (address) => {
    expect((await client.get(address)).status).toBe(200);
  });

  it("leads to no other host", async () => {
    for (const path of ["//evil.example/?envoi=1", "/\\evil.example/?envoi=1"]) {
      const { status, headers } = await rawAnswer(shop.url, [`GET ${path} HTTP/1.1`, "Host: localhost"]);
      expect(headers.get("location") ?? "", path).not.toMatch(/^[/\\]{2}/);
      expect(status, path).not.toBe(303);
    }
  });
});
