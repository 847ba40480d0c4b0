import type { Command, CommandResult } from "@heliograph/contract";

/** A command to one MCON that is done. */
export const makeSentCommand = (change: Partial<Command> = {}): Command => ({
  commandId: crypto.randomUUID(),
  op: "param.set",
  state: "done",
  code: null,
  percent: null,
  gatewayId: crypto.randomUUID(),
  gatewaySn: "GW-1",
  targetId: crypto.randomUUID(),
  targetSn: "MC-1",
  resultCount: 1,
  doneCount: 1,
  requested: { heartbeat: 3 },
  byName: "Ada Lin",
  createdAt: "2026-05-04T09:00:01Z",
  deliveredAt: "2026-05-04T09:00:02Z",
  deliveries: 1,
  deadlineAt: "2026-05-04T09:00:31Z",
  repliedAt: "2026-05-04T09:00:03Z",
  finishedAt: "2026-05-04T09:00:04Z",
  ...change,
});

export const makeCommandResult = (change: Partial<CommandResult> = {}): CommandResult => ({
  unit: 1,
  deviceId: crypto.randomUUID(),
  sn: "MC-1",
  type: "MCON",
  slotLabel: "A1",
  state: "done",
  code: null,
  readBack: { heartbeat: 3 },
  at: "2026-05-04T09:00:04Z",
  ...change,
});
