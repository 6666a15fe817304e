import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";

/** An HTTP client that keeps cookies, follows no redirects and decodes nothing unless asked. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as sent. */
  bytes: Buffer;
  text: string;
  location: string | undefined;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  form?: Record<string, string> | [string, string][];
  body?: string | Buffer | Iterable<Buffer>;
}

export class Client {
  readonly cookies = new Map<string, string>();

  /** @param agent keeps connections open, for thousands of requests; else each has its own */
  constructor(
    readonly base: string,
    readonly agent: Agent | false = false,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask(path, { headers });
  }

  /** Posts a form as browsers do. */
  post(path: string, form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) {
    return this.ask(path, {
      method: "POST",
      form,
      headers: { "sec-fetch-site": "same-origin", origin: this.base, ...headers },
    });
  }

  ask(path: string, { method = "GET", headers = {}, form, body }: Ask = {}): Promise<Answer> {
    const payload = form ? new URLSearchParams(form as Record<string, string>).toString() : body;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        new URL(this.base).origin,
        {
          method,
          path,
          agent: this.agent,
          headers: {
            ...(cookie ? { cookie } : {}),
            ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
            ...(typeof payload === "string" ? { "content-length": Buffer.byteLength(payload) } : {}),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            for (const line of response.headers["set-cookie"] ?? []) this.keep(line);
            const bytes = Buffer.concat(chunks);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes,
              text: response.headers["content-encoding"] ? "" : bytes.toString("utf8"),
              location: response.headers.location,
            });
          });
        },
      );
      // A server may answer and close while the body is still being sent; its answer counts.
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just as it was used again.
        if (request.reusedSocket && error.code === "ECONNRESET")
          resolve(this.ask(path, { method, headers, ...(form ? { form } : {}), ...(body ? { body } : {}) }));
        else if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
        else setTimeout(() => reject(error), 500);
      });
      if (payload === undefined || typeof payload === "string" || Buffer.isBuffer(payload)) request.end(payload);
      else {
        for (const chunk of payload) request.write(chunk);
        request.end();
      }
    });
  }

  private keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}
