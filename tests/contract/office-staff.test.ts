import { beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../support/http/authenticator";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { mainOf, titleOf, words } from "../support/http/reading";
import { enter, invitationIn, joinByPassword, STAFF_PASSWORD, signInStaff } from "../support/http/staff";
import { servedShop } from "../support/shop/served-shop";
import { forgetAttempts, inDatabase, storedIn } from "../support/shop/shop-server";

/** Who comes into the back office, over HTTP and without scripts (S-3 to S-5). */

const shop = servedShop();
let client: Client;

beforeEach(() => {
  client = new Client(shop.url);
});

const cookieLines = (answer: Answer) => answer.headers["set-cookie"] ?? [];

describe("an invitation's link", () => {
  it("shows a form and changes nothing; sent, it makes the person, signs in and shows ten codes once", async () => {
    const { path, email } = invitationIn(shop);
    const before = storedIn(shop);
    const page = await client.get(path);
    expect(page.status).toBe(200);
    expect(words(page)).toContain(email);
    expect(storedIn(shop)).toEqual(before);
    const joined = await joinByPassword(client, path);
    expect(joined.codes).toHaveLength(10);
    expect(words(await client.get("/gestion/codes"))).toContain("Ils ont déjà été montrés.");
    expect((await client.get("/gestion/entree")).location).toBe("/gestion");
    const again = await new Client(shop.url).get(path);
    expect(words(again)).toContain("Ce lien n'est plus valable");
  });
});
