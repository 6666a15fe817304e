/**
 * `npm run storm`: the API of a shop on another's API dies and returns every few seconds (tests/operating/storm.test.ts), for two
 * minutes or as many seconds as are said: `-- 600`.
 */

process.env.STORM = process.argv[2] ?? "120";
process.argv.splice(2, 1, "operating", "tests/operating/storm.test.ts");
await import("./test.mjs");
