import { describe, expect, it } from "vitest";
import { deviceName } from "~/domain/account/account";

const MOZILLA = "Mozilla/5.0";
const KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("a device", () => {
  it.each([
    [`${MOZILLA} (Linux; Android 13; K) ${KHTML} Chrome/137.0.0.0 Mobile Safari/537.36`, "Chrome, Android"],
    [
      `${MOZILLA} (Linux; Android 14; SAMSUNG SM-A145F) ${KHTML} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
      "Samsung Internet, Android",
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`,
      "Safari, iPhone",
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1`,
      "Chrome, iPhone",
    ],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, "Edge, Windows"],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/126.0.0.0 Safari/537.36 OPR/112.0`, "Opera, Windows"],
    [`${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0`, "Firefox, Mac"],
    [`${MOZILLA} (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0`, "Firefox, Linux"],
    ["Lynx/2.9.0 libwww-FM/2.14", "navigateur texte"],
    ["", "Navigateur inconnu"],
    ["<script>alert(1)</script> +213 550 12 34 56", "Navigateur inconnu"],
  ])("that says %j is: %s", (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });
});
