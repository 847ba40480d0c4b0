import Fastify from "fastify";

// The peer of bench/http.ts: a Fastify that knows one answer, given as its argument, and sends it to everyone.

const body = process.argv[2] ?? "";
const app = Fastify();
app.get("/api/user/isSuper", (_request, reply) => {
  reply.header("content-type", "application/json; charset=utf-8").send(body);
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === "object" ? address?.port : address}\n`);
