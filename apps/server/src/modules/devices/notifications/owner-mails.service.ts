import type { Transaction } from "../../../infra/postgres/database.ts";
import type { AlarmMail } from "./alarm-mail.ts";
import { writeFooter } from "./alarm-mail.ts";
import { isWanted, settingsOf } from "./decide.ts";
import { countMails } from "./due-mails.repository.ts";
import { dueTime } from "./due-time.ts";
import type { AlarmReader } from "./readers.repository.ts";
import { listAlarmReaders } from "./readers.repository.ts";
import type { MailDeps } from "./send-due.ts";
import { createLinks, HOUR_MS, writeMail } from "./send-due.ts";

export interface OwnedPlant {
  readonly plantId: string;
  readonly timeZone: string;
}

/** An owner, and which of the plants to mail about. */
export interface PlantOwner<Plant extends OwnedPlant> {
  readonly reader: AlarmReader;
  readonly plants: readonly Plant[];
}

/** Mails to owners that are no alarms: with the settings, the limit and the unsubscribe link of alarm mails. */
export function createOwnerMails(deps: MailDeps) {
  const { db, clock } = deps;

  /** Whether the settings of an owner ask for mails about a plant, and not during quiet hours. */
  function mayMail(reader: AlarmReader, { plantId, timeZone }: OwnedPlant): boolean {
    const settings = settingsOf(reader, timeZone);
    const now = clock.now();
    return (
      isWanted(reader, { plantId, severity: "fault" }) &&
      dueTime(now, { ...settings, digest: "immediate" }, timeZone) <= now
    );
  }

  return {
    /** Owners who may be mailed about these plants now. */
    async listOwners<Plant extends OwnedPlant>(plants: readonly Plant[]): Promise<PlantOwner<Plant>[]> {
      const byId = new Map(plants.map((plant) => [plant.plantId, plant]));
      const readers = await listAlarmReaders(db, { plantIds: [...byId.keys()] });
      const owners = new Map<string, { reader: AlarmReader; plants: Plant[] }>();
      for (const reader of readers) {
        const plant = byId.get(reader.plantId);
        if (!plant || !reader.isOwner || !mayMail(reader, plant)) continue;
        const owner = owners.get(reader.accountId) ?? { reader, plants: [] };
        owner.plants.push(plant);
        owners.set(reader.accountId, owner);
      }
      return [...owners.values()];
    },

    /** Whether the owner was sent as many mails within an hour as the limit allows. */
    async isAtLimit(reader: AlarmReader): Promise<boolean> {
      const since = new Date(clock.now() - HOUR_MS);
      const used = await countMails(db, { accountId: reader.accountId, since });
      return used >= settingsOf(reader, "UTC").maxPerHour;
    },

    /** Writes a mail, whose text ends with `{footer}`, and counts it. */
    async write(
      trx: Transaction,
      { accountId, email, language }: AlarmReader,
      mail: AlarmMail,
    ): Promise<void> {
      const links = await createLinks(deps, accountId);
      const params = { ...mail.params, footer: writeFooter(language, links) };
      await writeMail(trx, { ...mail, params }, { accountId, email, language, links, now: clock.now() });
    },
  };
}
