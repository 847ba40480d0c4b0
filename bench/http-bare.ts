import { text } from "node:stream/consumers";
import Fastify from "fastify";

// The reference of bench/http.ts: a Fastify server that sends ready bodies. Reads them from its input as a JSON object by
// the path of their address, and prints its port.

const bodies = JSON.parse(await text(process.stdin)) as Record<string, string>;
const app = Fastify();
for (const [path, body] of Object.entries(bodies))
  app.get(path, (_request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8").send(body);
  });
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === "object" ? address?.port : address}\n`);
