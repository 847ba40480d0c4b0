import type { DataInputOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { CallWithoutStorage, Mount, MountFile } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { SafetyRecordService } from "./records.service.ts";
import type { SafetyService } from "./safety.service.ts";

/** Accepts shutdowns while the database is full or unavailable. */
interface EmergencyStop {
  accept(
    call: CallWithoutStorage<typeof endpoints.safety.stop>,
  ): Promise<DataInputOf<typeof endpoints.safety.stop>>;
}

export function mountSafetyRoutes(
  mount: Mount,
  mountFile: MountFile,
  {
    safety,
    safetyRecords,
    emergencyStop,
  }: { safety: SafetyService; safetyRecords: SafetyRecordService; emergencyStop: EmergencyStop },
): void {
  const calls = endpoints.safety;
  mount(calls.get, (call) => safety.get(call.scope, plantOf(call), call.query));
  mount(
    calls.stop,
    (call) => safety.stop(call, plantOf(call), call.body),
    async (call) => withMessage(await emergencyStop.accept(call), "done.stopJournaled"),
  );
  mount(calls.reset, (call) => safety.reset(call, plantOf(call), call.body));
  mount(calls.keepShut, async (call) => {
    await safety.keepShut(call, plantOf(call), call.body);
    return null;
  });
  mount(calls.addReason, async (call) => {
    await safety.addReason(call, plantOf(call), call.body);
    return null;
  });
  mount(calls.release, async (call) => {
    await safety.release(call, plantOf(call), call.body);
    return null;
  });
  mount(calls.holds, (call) => safety.holds(call.scope));
  mount(calls.records, (call) => safetyRecords.list(call.scope, plantOf(call), call.query));
  mountFile(calls.record, (call) => safetyRecords.record(call.scope, plantOf(call), call.query));
  mountFile(calls.ledgerFile, (call) => safetyRecords.ledgerFile(call.scope, plantOf(call)));
  mount(calls.ledger, (call) => safety.ledger(call.scope, plantOf(call), call.query));
}
