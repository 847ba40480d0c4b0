import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/mount.ts";
import { withMessage } from "../access/mount.ts";
import type { LogService } from "./log.service.ts";

export function mountLogRoutes(mount: Mount, service: LogService): void {
  const { configuration, log } = endpoints;
  mount(log.list, ({ scope, query, language }) => service.list(scope, query, language));
  mount(log.ofPlant, ({ scope, query, language }) => service.listOfPlant(scope, query, language));
  mount(configuration.history, ({ scope, query, language }) =>
    service.listConfigurationChanges(scope, query, language),
  );
  mount(log.refusals, ({ scope, query }) => service.listRefusals(scope, query));
  mount(log.verification, () => service.getVerification());
  mount(log.verify, async (call) => {
    await service.requestVerification(call);
    return withMessage(null, "done.verificationAsked");
  });
}
