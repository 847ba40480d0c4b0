import { connect } from "@nats-io/transport-node";

// Publishes messages of 64 KiB to a subject as fast as the server takes them: node nats-flood.ts <host:port> <subject> <count>
const [servers, subject = "", count] = process.argv.slice(2);
const connection = await connect({ servers });
const payload = JSON.stringify("x".repeat(64 * 1024));
for (let index = 0; index < Number(count); index++) {
  connection.publish(subject, payload);
  if (index % 16 === 0) await connection.flush();
}
await connection.close();
