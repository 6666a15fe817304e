import { createServer, type Server } from "node:http";
import { BlockList } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { clientOf, networkOf } from "~/http/client-address.server";
import { installMiddleware } from "~/http/middleware.server";
import { openContext } from "~/http/open-context.server";
import { refuse } from "~/http/refuse-requests.server";
import { currentRequest } from "~/request-context.server";
import { readSettings } from "~/settings.server";
import { listening } from "../support/fakes/fake-server";
import { Client } from "../support/http/client";

// Modules read these when they load: trusted proxies, and a secret, which is else written.
vi.hoisted(() => {
  process.env.SESSION_SECRET = "a secret of the tests, long enough";
  process.env.TRUSTED_PROXIES = "127.0.0.1";
});

const trusting = (list: string) => readSettings({ ...process.env, TRUSTED_PROXIES: list }).trustedProxies;

describe("where a request comes from", () => {
  const trusted = trusting("10.0.0.0/8, 2001:db8:ffff::/48,127.0.0.1");

  it.each([
    ["nobody in between", "192.0.2.1", undefined, "192.0.2.1"],
    ["a header that anybody can write", "192.0.2.1", "203.0.113.9", "192.0.2.1"],
    ["a trusted proxy", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["a trusted proxy, wrapped in IPv6", "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["a trusted proxy on IPv6", "2001:db8:ffff::1", "2001:db8::1", "2001:db8::1"],
    ["two trusted proxies", "10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"],
    ["a forged one before the real one", "10.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9"],
    ["our own proxy, forged", "10.0.0.1", "10.0.0.3, 203.0.113.9", "203.0.113.9"],
    ["a proxy that says nothing", "10.0.0.1", undefined, "10.0.0.1"],
    ["a proxy that says nonsense", "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"],
    ["nonsense behind the second proxy", "10.0.0.1", "evil, 10.0.0.2", "10.0.0.2"],
    ["proxies only", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["proxies that write ports", "10.0.0.1", "203.0.113.9:51234, 10.0.0.2:443", "203.0.113.9"],
    ["IPv6 with a port", "10.0.0.1", "[2001:db8::1]:443, [2001:db8:ffff::1]", "2001:db8::1"],
    ["IPv6 that ends like a port", "10.0.0.1", "2001:db8::1:443", "2001:db8::1:443"],
    ["a port of nothing", "10.0.0.1", "203.0.113.9, :443", "10.0.0.1"],
    ["a closed connection", undefined, "203.0.113.9", ""],
  ])("%s", (_, remote, forwarded, client) => {
    expect(clientOf(remote, forwarded, trusted)).toBe(client);
  });

  it("believes nobody unless told so (T-14)", () => {
    expect(clientOf("127.0.0.1", "203.0.113.9", new BlockList())).toBe("127.0.0.1");
    expect(clientOf("127.0.0.1", "203.0.113.9", trusting(""))).toBe("127.0.0.1");
  });

  it("what a client writes itself never counts, whatever it is", () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("127.0.0.1", "10.1.2.3:80", "[::1]", "", "unknown"));
    fc.assert(
      fc.property(fc.array(fc.oneof(address, fc.string())), (written) => {
        const forwarded = [...written, "203.0.113.9"].join(", ");
        return clientOf("10.0.0.1", forwarded, trusted) === "203.0.113.9";
      }),
    );
  });
});

describe("limits count", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("%s as %s", (address, counted) => {
    expect(networkOf(address)).toBe(counted);
  });

  it("every address of a household as one, however it is written, and neighbours apart", () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
    const half = fc.array(group, { minLength: 4, maxLength: 4 });
    const short = (groups: number[]) => groups.map((item) => item.toString(16)).join(":");
    const long = (groups: number[]) => groups.map((item) => item.toString(16).toUpperCase().padStart(4, "0")).join(":");
    const packed = (groups: number[]) => new URL(`http://[${short(groups)}]`).hostname.slice(1, -1);
    fc.assert(
      fc.property(half, half, half, (network, item, other) => {
        // Another test covers wrapped IPv4.
        fc.pre(network.some((bits) => bits > 0));
        const household = networkOf(short([...network, ...item]));
        expect(household).toBe(`${short(network)}::/64`);
        expect(networkOf(long([...network, ...other]))).toBe(household);
        expect(networkOf(packed([...network, ...other]))).toBe(household);
      }),
    );
  });
});

describe("TRUSTED_PROXIES", () => {
  it.each(["127.0.0.1/33", "::1/129", "10.0.0.0/0", "::/0", "10.0.0.0/8/8", "10.0.0.0/", "1.2.3", "fe80::1%lo"])(
    "refuses %s",
    (list) => {
      expect(() => trusting(list)).toThrow("TRUSTED_PROXIES must be addresses or ranges");
    },
  );
});

describe("the request context", () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const limits = { requestTimeout: 0, maxConnections: 100, stopTimeout: 1_000 };
    installMiddleware([refuse(() => undefined), openContext], limits, () => "");
    server = createServer((_, response) => {
      response.end(currentRequest()?.address);
    });
    url = await listening(server);
  });

  afterAll(() => {
    server.close();
  });

  it("knows the client's address, which nobody can bring along", async () => {
    const client = new Client(url);
    expect((await client.get("/")).text).toBe("127.0.0.1");
    expect((await client.get("/", { "x-forwarded-for": "203.0.113.9" })).text).toBe("203.0.113.9");
    // Also where the request is refused and answered by a page.
    expect((await client.get("/%", { "x-forwarded-for": "203.0.113.9" })).text).toBe("203.0.113.9");
  });
});
