import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * One word for one thing, and one thing under one word. On the left is the old name, on the right
 * today's.
 */
const former: [former: RegExp, now: string, except?: RegExp][] = [
  [/\b[a-z]*desks?\b/i, "a service; a pickup point", /desktop|stop[_]?desk|express_desk/i],
  [/\b[a-z]*Desks?\b/, "a service; a pickup point", /StopDesk/],
  [/\bisStopDesk|\bstopDesk\w*/, "pickup points, but for the words of the API and the courier"],
  [/\bcenters\b/, "pickup points, but for the API's address"],
  [/\bshel(f|ves)\b|\w*Shel(f|ves)\w*/, "stock, stock index, image store, category"],
  [/\b(interface|type) Goods\b|\bgoodsOf\b/, "what they are: contents of a parcel, sold variants, imported parts"],
  [/\bdeliveryOf\b|\breceive\.server/, "mapProduct, importProduct"],
  [/\bfront[ -]door\b|\bat the door\b/i, "middleware"],
  [/\b(letIn|handOver|admit|admitted)\b/, "grantAccess, afterPlacing, checkOrderBounds"],
  [/\bjudge\w*/i, "check, parse, validate"],
  [/\btidings\w*/i, "webhook events"],
  [/\bstartRounds\b|\bRounds\b/, "poll loop"],
  [/\bmarks\.server|"marks"/, "one-time tasks"],
  [/\bWorld\b|\bworld\.ts\b/, "command context"],
  [/\bturns\.server\b/, "cart order lock"],
  [/\bwritten\.tsx|\bwords\.tsx|home\/words/, "product-facts, section-heading"],
  [/\benliven\w*/i, "enhance"],
  [/\bpress-heart|\bpressHeart\b/, "toggleWish"],
  [/\bweather\b/i, "disturbances"],
  [/\btopic\b/, "titlePrefix"],
  [/\bpostm[ae]n\b/i, "mail worker"],
  [/\bcarriers?\b/i, "parcel worker"],
  [/\bmirror\.server|\bmirrored\b(?! shoe)/i, "catalogue sync"],
];

/** Old-fashioned words, and what is said today. The specification keeps its own words. */
const oldFashioned: typeof former = [
  [/\bwho(so)?ever('s)?\b/i, "a shopper who, an account that, anybody who"],
  [/\banew\b/i, "again; re- (rebuild, reload)"],
  [/\b(none )?of ours\b/i, "of the shop; the shop's own"],
  [/\b(is|are) told\b/i, "gets, sees; is shown, reported, mailed"],
  [/\bmend(s|ed|ing)?\b/i, "fix, correct"],
  [/\bears?\b/i, "screen readers"],
];

const root = join(import.meta.dirname, "../..");
/** Where the API's, the courier's, the form's or the database's own words are used. */
const edges =
  /^(app\/(api|routes\/api|courier\/yalidine|database\/migrations|shop\/remote)\/|app\/routes\.ts|app\/courier\/table|docs\/registers\/screens|docs\/decisions|app\/database\/schema|app\/shop\/local\/order-rows|tests\/|docs\/courier\.md|docs\/specification\.md|docs\/(operating|performance|dependencies)\.md|README\.md)/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !file.startsWith("app/database/migrations/") && !file.endsWith("/migrations.test.ts"))
  .filter((file) => /^(app|tests|tools|docs)\/|^[A-Z]+\.md$/.test(file) && !file.endsWith("words.test.ts"));

describe("a thing is called by one word", () => {
  it.each([...former, ...oldFashioned])("not %s, but %s", (word, _now, except) => {
    const isOldFashioned = oldFashioned.some(([old]) => old === word);
    const searched = files.filter((file) => !isOldFashioned || file !== "docs/specification.md");
    const found = searched.flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line, index) => {
          const [is] = word.exec(line) ?? [];
          if (is === undefined || except?.test(is)) return [];
          return edges.test(file) && /desk|centers/i.test(is)
            ? []
            : [`${file}:${index + 1}: ${line.trim().slice(0, 90)}`];
        }),
    );
    expect(found).toEqual([]);
  });
});
