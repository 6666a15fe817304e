/** `npm run fuzz`: random forms for every action (tests/operating/fuzz.test.ts), 10,000 each or as many as is said: `-- 500`. */

process.env.FUZZ = process.argv[2] ?? "10000";
process.argv.splice(2, 1, "operating", "tests/operating/fuzz.test.ts");
await import("./test.mjs");
