import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded into a shop before its own modules: a password takes a millisecond instead of a third of a
 * second, in which most tests are not interested. PASSWORD_COST: power of two of the work.
 */
const { scrypt } = crypto;
const CHEAP = 2 ** Number(process.env.PASSWORD_COST ?? 10);

crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: Math.min(options.N, CHEAP) }, done);
syncBuiltinESMExports();
