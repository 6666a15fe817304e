import { createServer } from "node:http";

/**
 * What Node itself can do: a server of ready answers. Each message replaces the answers by path
 * (status, headers, body) and returns the port. It ends with its parent.
 */

let ready = new Map();

const server = createServer((request, response) => {
  const answer = ready.get(request.url);
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
});

server.listen(0, "127.0.0.1", () => {
  process.on("message", (answers) => {
    ready = new Map(
      Object.entries(answers).map(([path, { status, headers, body }]) => [
        path,
        { status, headers, body: Buffer.from(body, "base64") },
      ]),
    );
    process.send(server.address().port);
  });
});

process.once("disconnect", () => process.exit(0));
