import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { CommandTargets } from "./held-plants.repository.ts";
import { listConcerned, listHeld } from "./held-plants.repository.ts";

/**
 * Throws while a plant is shut down, or one of these units or of those below them was opened: A0312 when someone else did it
 * (R5.20), A0440 when the caller did. For everything that could close a unit, or take it out of the shutdown.
 */
export async function refuseWhileHeld(
  db: Db,
  held: {
    plantId: string;
    deviceIds?: readonly string[];
    accountId: string | undefined;
    /** What the holder of a plant may do: it closes nothing, and what it brings is opened. */
    isForHolder?: boolean;
  },
): Promise<void> {
  const { plantId, deviceIds = [], accountId, isForHolder = false } = held;
  const holds = await listHeld(db, { plantId, deviceIds });
  if (holds.length === 0) return;
  if (holds.some(({ holderId }) => holderId !== accountId)) throw new AppError("A0312");
  if (isForHolder && holds.every(({ isOfPlant }) => isOfPlant)) return;
  throw new AppError("A0440", { messageKey: "message.plantHeld" });
}

/** As `refuseWhileHeld`, for a command to these units of a gateway. */
export async function refuseCommandWhileHeld(
  db: Db,
  command: CommandTargets & { plantId: string; authorId?: string | undefined },
): Promise<void> {
  const { plantId, authorId: accountId } = command;
  await refuseWhileHeld(db, { plantId, deviceIds: await listConcerned(db, command), accountId });
}

/** Whether a plant is shut down: what joins it counts as installed once it is open. */
export const isPlantHeld = async (db: Db, plantId: string): Promise<boolean> =>
  (await listHeld(db, { plantId, deviceIds: [] })).length > 0;
