/** `npm run fuzz`: random forms for each action, 10,000 or as many as in `-- 500`. */

process.env.FUZZ = process.argv[2] ?? "10000";
process.argv.splice(2, 1, "operating", "tests/operating/fuzz.test.ts");
await import("./test.mjs");
