import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/mount.ts";
import { withMessage } from "../access/mount.ts";
import type { ConfigurationService } from "./configuration.service.ts";

export function mountConfigurationRoutes(
  mount: Mount,
  configuration: ConfigurationService,
  /** File name of the served web app's entry script; null where none is served. */
  findWebEntry: () => Promise<string | null>,
): void {
  mount(endpoints.configuration.get, async () => ({
    ...(await configuration.get()),
    webEntry: await findWebEntry(),
  }));
  mount(endpoints.configuration.update, async (call) =>
    withMessage(await configuration.update(call, call.body), "done.configurationSaved"),
  );
}
