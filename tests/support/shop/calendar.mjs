import { subscribe } from "node:diagnostics_channel";

/** Loaded before the shop (node --import): the header `x-date` of a request sets the clock. */
const RealDate = Date;
let ahead = 0;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + ahead;
  }
};

subscribe("http.server.request.start", ({ request }) => {
  const date = request.headers["x-date"];
  if (date) ahead = RealDate.parse(date) - RealDate.now();
});
