import { createServer } from "node:http";

/**
 * What Node itself can do: a server that has the answers ready. In: one message with status, headers and body by path. Out: its
 * port. It ends with its parent.
 */

process.once("message", (answers) => {
  const ready = new Map(
    Object.entries(answers).map(([path, { status, headers, body }]) => [
      path,
      { status, headers, body: Buffer.from(body, "base64") },
    ]),
  );
  const server = createServer((request, response) => {
    const answer = ready.get(request.url);
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});

process.once("disconnect", () => process.exit(0));
