import { connect } from "node:net";

/**
 * The load generator: a process on bare sockets, as node:http costs more than what it measures.
 * Each message is a load, answered by its streams' results. It ends with its parent.
 */

/** No load goes on longer. */
const LONGEST_MS = 180_000;
/** Slower requests count as failed. */
const PATIENCE_MS = 30_000;
/** Connections of a stream at a fixed rate. */
const MOST_CONNECTIONS = 32;
/** Redirects that are followed. */
const MOST_HOPS = 3;

const now = () => performance.now();

/** All connections read into this memory, one chunk at a time. */
const piece = Buffer.allocUnsafe(64 * 1024);

/**
 * A keep-alive connection with one request at a time. Its work is part of the measurement, so it
 * reads into one piece of memory, and parses only the head.
 */
class Connection {
  #port;
  #patience;
  #socket;
  #settle;
  #timer;
  #due = 0;
  /** Received so far: the head, or all where the body is wanted. */
  #text = "";
  #head;
  #size = 0;
  #withBody = false;
  #tail = "";

  constructor(port, patience = PATIENCE_MS) {
    this.#port = port;
    this.#patience = patience;
  }

  /** @returns the answer; its status is 0 when there was none */
  send(raw, withBody) {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#text = this.#tail = "";
      this.#head = undefined;
      this.#size = 0;
      this.#withBody = withBody;
      this.#due = now() + this.#patience;
      this.#timer ??= setTimeout(() => this.#look(), this.#patience);
      this.#socket ??= this.#open();
      this.#socket.write(raw, "latin1");
    });
  }

  close() {
    this.#drop();
    this.#answer({ status: 0, bytes: 0, head: "" });
  }

  #drop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  /** One timer checks whether the current request is late. */
  #look() {
    this.#timer = undefined;
    if (this.#settle && now() >= this.#due) return this.close();
    if (this.#settle) this.#timer = setTimeout(() => this.#look(), this.#due - now());
  }

  #answer(answer) {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(answer);
  }

  #open() {
    const onread = { buffer: piece, callback: (length) => this.#take(piece.subarray(0, length)) };
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true, onread });
    const lost = () => {
      if (this.#socket === socket) this.close();
    };
    socket.on("error", lost);
    socket.on("end", lost);
    socket.on("close", lost);
    return socket;
  }

  #take(chunk) {
    if (!this.#settle) return;
    this.#size += chunk.byteLength;
    if (this.#head === undefined) this.#readHead(chunk);
    else if (this.#withBody) this.#text += chunk.latin1Slice();
    if (this.#head === undefined || !this.#isWhole(chunk)) return;
    const { status, start, closes } = this.#head;
    const answer = { status, bytes: this.#size, head: this.#text.slice(0, start) };
    if (this.#withBody) answer.body = Buffer.from(this.#text.slice(start), "latin1").toString("utf8");
    if (closes) this.#drop();
    this.#answer(answer);
  }

  #readHead(chunk) {
    // A head comes in one chunk, except for rare cases.
    const end = this.#text === "" ? chunk.indexOf("\r\n\r\n") : -1;
    if (end >= 0 && !this.#withBody) this.#text = chunk.latin1Slice(0, end + 4);
    else this.#text += chunk.latin1Slice();
    const start = (end >= 0 ? end : this.#text.indexOf("\r\n\r\n")) + 4;
    if (start < 4) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#text)?.[1];
    this.#head = {
      status: Number(this.#text.slice(9, 12)),
      start,
      length: length === undefined ? undefined : Number(length),
      closes: /\r\nconnection: *close/i.test(this.#text),
    };
  }

  #isWhole(chunk) {
    const { length, start, status } = this.#head;
    if (status === 304 || status === 204) return true;
    if (length !== undefined) return this.#size >= start + length;
    // Without pipelining the last chunk ends the answer.
    this.#tail = (this.#tail + chunk.subarray(-5).latin1Slice()).slice(-5);
    return this.#tail === "0\r\n\r\n";
  }
}

const locationIn = (head) => /\r\nlocation: *([^\r]*)/i.exec(head)?.[1];
const cookiesIn = (head) => [...head.matchAll(/\r\nset-cookie: *([^;\r]*)/gi)].map(([, pair]) => pair);

/** Figures of one stream. */
class Record {
  latencies = [];
  statuses = {};
  /** Pages after redirects, by status and time since the press. */
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

/** The requests of a stream in turn, repeated; `%N%` becomes a new number each time. */
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

/** As fast as the server answers: each connection sends again after its answer. */
async function closedLoop(ports, stream, record, isOver) {
  const next = supply(stream);
  const keep = stream.keep ? new RegExp(stream.keep) : undefined;
  const client = async (_, index) => {
    const connection = new Connection(ports[index % ports.length]);
    for (let raw = next(); raw !== undefined && !isOver(); raw = next()) {
      const begun = now();
      const answer = await connection.send(raw, keep !== undefined);
      record.add(answer, now() - begun, keep);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: stream.connections }, client));
}

/** Sends at a fixed rate, as a proxy does; waiting for a free connection counts as time. */
async function openLoop(ports, stream, record, isOver) {
  const next = supply(stream);
  const begun = now();
  let given = 0;
  const client = async (_, index) => {
    const connection = new Connection(ports[index % ports.length]);
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
 * Each request has its moment within `within` seconds and its own connection; redirects are
 * followed with cookies. The last page's status counts.
 */
async function crowd(ports, { requests, count, within, patience }, record) {
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
  const cookies = new Map();
  let answer = first;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const location = locationIn(answer.head);
    if (location === undefined) break;
    for (const pair of cookiesIn(answer.head)) cookies.set(pair.split("=", 1)[0], pair);
    const cookie = [...cookies.values()].join("; ");
    const head = `host: localhost\r\ncookie: ${cookie}\r\naccept-encoding: gzip, deflate, br, zstd`;
    answer = await connection.send(`GET ${location} HTTP/1.1\r\n${head}\r\n\r\n`, false);
  }
  if (answer !== first) arrived(answer);
}

/** @returns the results, and the generator's processor time for one request in milliseconds */
async function run({ port, streams }) {
  const begun = now();
  const spent = process.cpuUsage();
  let running = 0;
  const results = streams.map(async (stream) => {
    const record = new Record();
    const end = begun + Math.min(LONGEST_MS, (stream.seconds ?? LONGEST_MS) * 1000);
    // A stream without an end lasts as long as the others.
    const follows = stream.seconds === undefined && stream.count === undefined;
    const isOver = () => now() >= end || (follows && running === 0);
    if (!follows) running += 1;
    const way = stream.within === undefined ? (stream.rate ? openLoop : closedLoop) : crowd;
    await way(stream.ports ?? [port], stream, record, isOver);
    const seconds = (now() - begun) / 1000;
    if (!follows) running -= 1;
    return record.summary(stream.name, seconds);
  });
  const measured = await Promise.all(results);
  const { user, system } = process.cpuUsage(spent);
  const requests = measured.reduce((all, result) => all + result.requests, 0);
  return measured.map((result) => ({ ...result, generator: (user + system) / 1000 / Math.max(1, requests) }));
}

process.on("message", async (load) => process.send(await run(load)));

// The parent has ended.
process.once("disconnect", () => process.exit(0));
