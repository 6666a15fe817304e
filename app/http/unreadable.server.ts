import { STATUS_CODES } from "node:http";
import { securityHeaders } from "./security-headers.server";

const COOKIES = "Votre navigateur a envoyé trop de données\u00a0: effacez les cookies de ce site, puis réessayez.";
const OTHERS = "Votre navigateur a envoyé une demande que nous ne comprenons pas.";

/**
 * What Node cannot read as a request has no page, such as an address with letters beyond ASCII, or
 * 16 KB of cookies.
 * @returns the whole answer, as it is sent
 */
export function unreadable(status: number): string {
  const page = `<!DOCTYPE html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demande incomprise</title>
</head>
<body>
<h1>Demande incomprise</h1>
<p>${status === 431 ? COOKIES : OTHERS}</p>
<p><a href="/">Accueil</a></p>
</body>
</html>
`;
  const headers = {
    ...securityHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(page),
    "Cache-Control": "no-store",
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", page].join("\r\n");
}
