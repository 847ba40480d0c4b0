import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canStartCluster, startCluster } from "../apps/server/test/cluster.ts";

// `npm run cluster`: one installation in several processes on the loopback address, for developers, until Ctrl-C. Its data is
// in a temporary folder. Needs PostgreSQL and nats-server on the machine, and the built console (`npm start` builds it).

if (!canStartCluster) {
  console.error("PostgreSQL and nats-server are needed: on Debian, apt-get install postgresql nats-server");
  process.exit(1);
}
console.log("Starting PostgreSQL, three NATS nodes, ClickHouse and five processes …");
const cluster = await startCluster({ api: 2, link: 2, jobs: 1, nats: 3 });
for (const role of ["api", "link"] as const)
  for (const { address, pid } of cluster[role]) console.log(`${role}: ${address} (process ${pid})`);
for (const { pid } of cluster.jobs) console.log(`jobs: process ${pid}`);
console.log(`PostgreSQL: ${cluster.databaseUrl}`);
const credentials = join(cluster.jobs[0]?.dataFolder ?? "", "root-account.json");
const { account, password } = JSON.parse(readFileSync(credentials, "utf8")) as Record<string, string>;
console.log(`Sign in as ${account} with ${password}`);

// Ctrl-C reaches only this program: each process has a group of its own.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    cluster.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
