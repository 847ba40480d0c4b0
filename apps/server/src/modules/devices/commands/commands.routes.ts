import { endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { CommandService } from "./commands.service.ts";

export function mountCommandRoutes(mount: Mount, commands: CommandService): void {
  const { command, device } = endpoints;

  mount(device.command, async (call) => {
    const row = await commands.send(call.scope, {
      plantId: plantOf(call).plantId,
      gatewayId: call.body.deviceId,
      op: call.body.op,
      targets: "all",
      args: {},
      deadlineAt: null,
      authorId: call.scope.accountId,
      address: call.address,
      idempotencyKey: call.body.idempotencyKey,
    });
    return withMessage({ commandId: row.id, state: row.state }, "done.commandSent");
  });

  mount(device.getCommand, async ({ scope, query }) => {
    const row = await commands.find(scope, query.commandId);
    if (row?.gatewayId !== query.deviceId) throw new AppError("A0404");
    return {
      commandId: row.id,
      op: row.op,
      state: row.state,
      code: row.code,
      percent: row.percent,
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    };
  });

  mount(command.listOfPlant, (call) => commands.list(call.scope, plantOf(call), call.query));
  mount(command.listOfDevice, (call) => {
    const { deviceId } = call.query;
    return commands.list(call.scope, { ...plantOf(call), deviceId }, call.query);
  });
  mount(command.get, (call) => commands.get(call.scope, plantOf(call), call.query.commandId));
  mount(command.cancel, async (call) => {
    await commands.cancel(call, plantOf(call), call.body.commandId);
    return withMessage(null, "done.commandCancelled");
  });
}
