import { checkSystem } from "./check-system.mjs";
import { install } from "./install.mjs";
import { buildWebApp } from "./web-app.mjs";

/**
 * System, packages and (where wanted) the web app, each only when something is missing or stale. Returns the path of
 * the Node everything else runs on. Ends the process with one sentence when it cannot go on.
 *
 * @param {URL} root folder of the project
 * @param {{ buildWeb: boolean }} options
 * @returns {Promise<string>}
 */
export async function bootstrap(root, options) {
  try {
    checkSystem();
    const node = await install(root);
    if (options.buildWeb) await buildWebApp(root, node);
    return node;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
