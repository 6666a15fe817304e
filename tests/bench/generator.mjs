import { connect } from "node:net";

/**
 * The load generator, a process of its own (see load.mjs). It speaks HTTP over bare sockets: a client on node:http costs more
 * than the bare server it is to measure, and every ratio would come out flattered.
 *
 * In: one message with a load. Out: one message with the result of each stream; then the process ends.
 */

/** Whatever is asked for, no load goes on longer. */
const LONGEST_MS = 180_000;
/** A request that takes longer counts as failed. */
const PATIENCE_MS = 30_000;
/** Of a stream at a fixed rate. */
const MOST_CONNECTIONS = 32;
/** Redirects that whoever is led somewhere follows. */
const MOST_HOPS = 3;

/** One keep-alive connection with one request at a time. */
class Connection {
  #port;
  #socket;
  #received = [];
  #size = 0;
  #head;
  #withBody = false;
  #settle;
  #timer;
  #patience;

  constructor(port, patience = PATIENCE_MS) {
    this.#port = port;
    this.#patience = patience;
  }

  /** @returns the answer; status 0 when there was none */
  send(raw, withBody) {
    return new Promise((resolve) => {
      this.#settle = (answer) => {
        clearTimeout(this.#timer);
        this.#settle = undefined;
        resolve(answer);
      };
      this.#received = [];
      this.#size = 0;
      this.#head = undefined;
      this.#withBody = withBody;
      this.#timer = setTimeout(() => this.close(), this.#patience);
      this.#socket ??= this.#open();
      this.#socket.write(raw);
    });
  }

  close() {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#settle?.({ status: 0, bytes: 0 });
  }

  #open() {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    const lost = () => {
      if (this.#socket === socket) this.close();
    };
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", lost);
    socket.on("close", lost);
    return socket;
  }

  #take(chunk) {
    if (!this.#settle) return;
    this.#received.push(chunk);
    this.#size += chunk.byteLength;
    this.#head ??= this.#readHead();
    if (!this.#head || !this.#isWhole(chunk)) return;
    const { status, start, closes, location, cookies } = this.#head;
    const body = this.#withBody ? Buffer.concat(this.#received).subarray(start).toString("utf8") : undefined;
    if (closes) {
      this.#socket?.destroy();
      this.#socket = undefined;
    }
    this.#settle({ status, bytes: this.#size, body, location, cookies });
  }

  #readHead() {
    // All of a head comes in one piece, but for the rare case that this mends.
    if (this.#received.length > 1) this.#received = [Buffer.concat(this.#received)];
    const all = this.#received[0];
    const end = all.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const text = all.latin1Slice(0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    return {
      status: Number(text.slice(9, 12)),
      start: end + 4,
      length: length === undefined ? undefined : Number(length),
      closes: /\r\nconnection: *close/i.test(text),
      location: /\r\nlocation: *([^\r]*)/i.exec(text)?.[1],
      cookies: [...text.matchAll(/\r\nset-cookie: *([^;\r]*)/gi)].map(([, pair]) => pair),
    };
  }

  #isWhole(chunk) {
    const { length, start, status } = this.#head;
    if (status === 304 || status === 204) return true;
    if (length !== undefined) return this.#size >= start + length;
    // Chunked: nothing is pipelined, so the last chunk ends what was received.
    const end = chunk.byteLength < 5 ? Buffer.concat(this.#received) : chunk;
    return end.subarray(-5).latin1Slice() === "0\r\n\r\n";
  }
}

/** What was measured of one stream. */
class Record {
  latencies = [];
  statuses = {};
  /** Of the pages that redirects led to, and how long after the press they were there. */
  pages = {};
  arrivals = [];
  kept = [];
  bytes = 0;

  add(answer, milliseconds, keep) {
    this.latencies.push(milliseconds);
    this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
    this.bytes += answer.bytes;
    if (keep) this.kept.push(keep.exec(answer.body ?? "")?.[1] ?? null);
  }

  followed(status, milliseconds) {
    this.pages[status] = (this.pages[status] ?? 0) + 1;
    this.arrivals.push(milliseconds);
  }

  summary(name, seconds) {
    const sorted = Float64Array.from(this.latencies).sort();
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      name,
      requests: sorted.length,
      seconds,
      rate: sorted.length / seconds,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      statuses: this.statuses,
      pages: this.pages,
      arrived: Math.max(0, ...this.arrivals),
      bytes: sorted.length ? this.bytes / sorted.length : 0,
      kept: this.kept,
    };
  }
}

/** The requests of a stream one after the other, round and round; `%N%` becomes a number that never comes twice. */
function supply({ requests, from = 0, count = Number.POSITIVE_INFINITY }) {
  let given = 0;
  return () => {
    if (given >= count) return undefined;
    const raw = requests[given % requests.length];
    const number = from + given;
    given += 1;
    return raw.includes("%N%") ? raw.replaceAll("%N%", String(number)) : raw;
  };
}

const now = () => performance.now();

/** As fast as the server answers: each connection sends its next request when it has its answer. */
async function closedLoop(port, stream, record, isOver) {
  const next = supply(stream);
  const keep = stream.keep ? new RegExp(stream.keep) : undefined;
  const client = async () => {
    const connection = new Connection(port);
    for (let raw = next(); raw !== undefined && !isOver(); raw = next()) {
      const begun = now();
      const answer = await connection.send(raw, keep !== undefined);
      record.add(answer, now() - begun, keep);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: stream.connections }, client));
}

/**
 * At a fixed rate, whatever the server does, as a proxy hands requests on: one that finds no free connection waits, and has
 * been late since it was due.
 */
async function openLoop(port, stream, record, isOver) {
  const next = supply(stream);
  const begun = now();
  let given = 0;
  const client = async () => {
    const connection = new Connection(port);
    while (!isOver()) {
      const due = begun + (given * 1000) / stream.rate;
      const raw = next();
      if (raw === undefined) break;
      given += 1;
      if (due > now()) await new Promise((resolve) => setTimeout(resolve, due - now()));
      if (isOver()) break;
      const answer = await connection.send(raw, false);
      record.add(answer, now() - due);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: stream.connections ?? MOST_CONNECTIONS }, client));
}

/**
 * A crowd: every request is sent in its time, spread over `within` seconds, from a connection of its own, and a redirect is followed
 * with the cookies that came with it. `ports` are taken in turn. The status that counts is the last page's.
 */
async function crowd(_, { requests, count, within, ports, patience }, record) {
  const begun = now();
  const press = async (number) => {
    const due = begun + (number * within * 1000) / count;
    await new Promise((resolve) => setTimeout(resolve, due - now()));
    const connection = new Connection(ports[number % ports.length], patience * 1000);
    const first = await connection.send(requests[number % requests.length], false);
    record.add(first, now() - due);
    await follow(connection, first, ({ status }) => record.followed(status, now() - due));
    connection.close();
  };
  await Promise.all(Array.from({ length: count }, (_, number) => press(number)));
}

async function follow(connection, first, arrived) {
  if (first.location === undefined) return;
  const cookies = new Map();
  let answer = first;
  for (let hop = 0; hop < MOST_HOPS && answer.location !== undefined; hop += 1) {
    for (const pair of answer.cookies) cookies.set(pair.split("=", 1)[0], pair);
    const head = `host: localhost\r\ncookie: ${[...cookies.values()].join("; ")}\r\naccept-encoding: gzip, deflate, br, zstd`;
    answer = await connection.send(`GET ${answer.location} HTTP/1.1\r\n${head}\r\n\r\n`, false);
  }
  arrived(answer);
}

async function run({ port, streams }) {
  const begun = now();
  let running = 0;
  const results = streams.map(async (stream) => {
    const record = new Record();
    const end = begun + Math.min(LONGEST_MS, (stream.seconds ?? LONGEST_MS) * 1000);
    // A stream without an end of its own goes on for as long as another does that has one.
    const follows = stream.seconds === undefined && stream.count === undefined;
    const isOver = () => now() >= end || (follows && running === 0);
    if (!follows) running += 1;
    const way = stream.within === undefined ? (stream.rate ? openLoop : closedLoop) : crowd;
    await way(stream.port ?? port, stream, record, isOver);
    const seconds = (now() - begun) / 1000;
    if (!follows) running -= 1;
    return record.summary(stream.name, seconds);
  });
  return Promise.all(results);
}

process.once("message", async (load) => {
  const results = await run(load);
  process.send(results, () => process.exit(0));
});

// Whoever asked is gone.
process.once("disconnect", () => process.exit(0));
