import Fastify from "fastify";

// The reference of bench/http.ts: a Fastify server that sends one response, given as its argument, to every request.

const body = process.argv[2] ?? "";
const app = Fastify();
app.get("/api/user/isSuper", (_request, reply) => {
  reply.header("content-type", "application/json; charset=utf-8").send(body);
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === "object" ? address?.port : address}\n`);
