/** `npm run storm`: an API dies and returns every few seconds, for 120 s or as in `-- 600`. */

process.env.STORM = process.argv[2] ?? "120";
process.argv.splice(2, 1, "operating", "tests/operating/storm.test.ts");
await import("./test.mjs");
