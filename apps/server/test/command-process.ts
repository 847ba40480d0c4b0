import { openClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import type { Clock } from "../src/infra/clock.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";
import { systemScope } from "../src/modules/base/access/scope.ts";
import type { CommandService, NewCommand } from "../src/modules/devices/commands/commands.service.ts";
import type { KillStep } from "./kill-steps.ts";
import { startTestLink } from "./link.ts";

// The device link with the command service as a process of its own, on the database and folder named by its arguments.
// It kills itself with SIGKILL at the step that it was armed with.

export type ProcessRequest =
  | { readonly id: number; readonly ask: "arm"; readonly step: KillStep }
  | { readonly id: number; readonly ask: "send"; readonly command: NewCommand }
  | { readonly id: number; readonly ask: "advance"; readonly ms: number };

const [url = "", dataFolder = ""] = process.argv.slice(2);
const logger = createLogger({ logLevel: "error" });
let aheadMs = 0;
const clock: Clock = { now: () => Date.now() + aheadMs };
let armed: KillStep | undefined;

function dieAt(step: KillStep): void {
  if (armed === step) process.kill(process.pid, "SIGKILL");
}

/** The service, with a place to die between each two of its steps. */
function withSteps(commands: CommandService): CommandService {
  return {
    ...commands,
    async send(scope, command) {
      dieAt("before-insert");
      const row = await commands.send(scope, command);
      dieAt("inserted");
      return row;
    },
    async takeDeliverable(sessions, received) {
      const rows = await commands.takeDeliverable(sessions, received);
      if (rows.length > 0) dieAt("marked");
      return rows;
    },
    async applyReply(session, reply) {
      const isFinal = reply.state !== "accepted";
      dieAt(isFinal ? "replied" : "sent");
      const row = await commands.applyReply(session, reply);
      dieAt(isFinal ? "stored" : "accepted");
      return row;
    },
  };
}

const [{ db }, clickhouse] = await Promise.all([
  openPostgresByUrl(url, logger),
  openClickHouse({ config: { dataFolder }, logger }),
]);
const link = await startTestLink({ db, clickhouse, clock, dataFolder, wrapCommands: withSteps });

async function handle(request: ProcessRequest): Promise<unknown> {
  switch (request.ask) {
    case "arm":
      armed = request.step;
      return undefined;
    case "send":
      return (await link.commands.send(systemScope(), request.command)).id;
    case "advance":
      aheadMs += request.ms;
      return await link.commands.markExpired();
  }
}

process.on("message", (request: ProcessRequest) => {
  handle(request).then(
    (result) => process.send?.({ id: request.id, result }),
    (error: unknown) => process.send?.({ id: request.id, error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port: link.port });
