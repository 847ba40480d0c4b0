// Writes docs/configuration.md from the schema of settings; with --check it only compares.
import { listVariables } from "../apps/server/src/infra/config.ts";
import { writeGenerated } from "./lib/generated.ts";

const head = `# Configuration

Made from \`apps/server/src/infra/config.ts\` by \`npm run generate\`; do not edit.

Every setting is an environment variable, and none is needed. A wrong value stops the start with the variable's name,
the problem and an example. An empty variable counts as not set.

| variable | what it does | when not set | example |
|---|---|---|---|
`;

function formatRow({ name, about, unset, example }: ReturnType<typeof listVariables>[number]): string {
  return `| \`${name}\` | ${about} | ${unset} | \`${example}\` |`;
}

const tools = `
The addresses were tried with PostgreSQL 15, and with the ClickHouse engine behind a small server that speaks
ClickHouse's HTTP protocol (\`apps/server/test/clickhouse-http-server.ts\`); no real ClickHouse server was at hand.

Settings of the tools around the server:

| variable | what it does |
|---|---|
| \`HELIOGRAPH_NO_INSTALL\` | \`1\` forbids \`npm test\` to install a missing Chromium. |
| \`HELIOGRAPH_CHROMIUM\` | Program to use as Chromium in the end-to-end tests. |
| \`HELIOGRAPH_DATASETS\` | Folder of the published data sets that some tests read; without it they are skipped by name. |
| \`CI\` | \`true\` makes a missing program or data set a failure instead of a skipped test. |

## Health

\`GET /api/health/live\` answers 200 while the process does. \`GET /api/health/ready\` answers 200 while the server can do its
work, and otherwise 503 with code \`B0300\`, within a second in both cases. \`data.parts\` names each part with \`isOk\`, \`since\`
and, when it does not work, a \`reason\`:

| part | what it says | reasons |
|---|---|---|
| \`postgresql\` | The engine answers on a new connection, and the connection pool is not exhausted. | \`no-answer\`, \`restarting\`, \`no-free-connection\` |
| \`clickhouse\` | The engine answers. | \`no-answer\` |
| \`intake\` | A report can be stored and acknowledged: both engines work, the disks of embedded engines have 2 MiB free, and no report is held because it could not be stored. | \`engine-unavailable\`, \`disk-full\`, \`writes-fail\`, \`stalled\` |
| \`nats\` | Messages reach the other processes. Does not count for readiness: without them a process reads what changed from PostgreSQL. | \`no-answer\` |
| \`simulator\` | The demo's simulator runs. Does not count for readiness. | \`restarting\` |

An embedded PostgreSQL and the simulator are restarted when they end; \`restarts\` counts how often. The log says when a part
stops working (level error) and works again (level warn).

## After a crash

\`npm start\` keeps running beside the server. When the server ends unexpectedly (a native crash of the ClickHouse engine
inside it, \`kill -9\`, an error exit after it was ready), it says so on stderr and starts the server again, on the same
ports: the first time immediately, after further quick crashes with a delay that doubles from 0.5 s to 30 s. What the
crashed server left behind (its PostgreSQL, its lock, the demo's simulator) is cleaned up by that start. Nothing is
restarted after Ctrl-C, SIGTERM or SIGHUP, or when the first start fails. The server stops in order when \`npm start\` is
killed. Under a supervisor of your own, run the server itself: \`node apps/server/src/main/all.ts\` with the Node 26 of
\`node_modules/.bin\`.
`;

writeGenerated("docs/configuration.md", [head + listVariables().map(formatRow).join("\n"), tools].join("\n"));
