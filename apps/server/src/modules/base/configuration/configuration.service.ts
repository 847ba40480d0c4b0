import type { BodyOf, ConfigurationSettings, endpoints, FieldProblem } from "@heliograph/contract";
import { normalizeServerAddress } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange, isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createSharedValue } from "../../../infra/shared-value.ts";
import type { Actor } from "../access/scope.ts";
import { writeAudit } from "../audit/audit.service.ts";
import {
  getConfigurationRow,
  lockConfigurationRow,
  writeConfigurationRow,
} from "./configuration.repository.ts";

type Update = BodyOf<typeof endpoints.configuration.update>;
type Servers = ConfigurationSettings["servers"];

function normalizeServers({ china, international, southeastAsia }: Servers): Servers {
  return {
    china: normalizeServerAddress(china),
    international: normalizeServerAddress(international),
    southeastAsia: normalizeServerAddress(southeastAsia),
  };
}

/** Other spellings of this server's own address, with which the console would treat it as another server. */
function findOwnAddresses(servers: Servers, publicUrl: string | undefined): FieldProblem[] {
  if (publicUrl === undefined) return [];
  const own = normalizeServerAddress(publicUrl);
  return Object.entries(servers)
    .filter(([, address]) => address !== "" && address !== own && new URL(address).host === new URL(own).host)
    .map(([name]) => ({ path: `servers.${name}`, key: "field.ownAddress", params: { address: own } }));
}

function applyUpdate(
  before: ConfigurationSettings,
  { servers = {}, storeLinks = {}, ...change }: Omit<Update, "revision">,
): ConfigurationSettings {
  return {
    ...applyChange(before, change),
    servers: normalizeServers(applyChange(before.servers, servers)),
    storeLinks: applyChange(before.storeLinks, storeLinks),
  };
}

/** The current product name. */
export async function findBrand(db: Db): Promise<string> {
  return (await getConfigurationRow(db)).settings.brand;
}

/** The current version of the user agreement. */
export async function findAgreementVersion(db: Db): Promise<string> {
  return (await getConfigurationRow(db)).settings.agreementVersion;
}

/** Settings that the web app reads at run time (domain: configuration). */
export function createConfigurationService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  config: { publicUrl?: string };
}) {
  const { db, bus, clock, config } = deps;
  const current = createSharedValue({
    bus,
    clock,
    subject: "configuration.changed",
    load: () => getConfigurationRow(db),
  });

  return {
    /** Cached, since every page load reads it. */
    async get() {
      const { settings, revision } = await current.get();
      return { ...settings, revision };
    },

    async update(actor: Actor, { revision, ...change }: Update) {
      const saved = await db.transaction().execute(async (trx) => {
        const before = await lockConfigurationRow(trx);
        if (before.revision !== revision) throw new AppError("A0440");
        const settings = applyUpdate(before.settings, change);
        const problems = findOwnAddresses(settings.servers, config.publicUrl);
        if (problems.length > 0) throw new AppError("A0400", { fields: problems });
        if (isUnchanged(before.settings, settings)) return before;
        const after = { settings, revision: revision + 1 };
        await writeConfigurationRow(trx, actor.scope, after);
        await writeAudit(trx, {
          kind: "operation",
          type: "configuration.update",
          actorId: actor.scope.accountId,
          companyId: actor.scope.companyId,
          objectType: "configuration",
          original: before.settings,
          new: settings,
          method: "api",
          address: actor.address,
        });
        return after;
      });
      current.invalidate();
      return { ...saved.settings, revision: saved.revision };
    },
  };
}

export type ConfigurationService = ReturnType<typeof createConfigurationService>;
