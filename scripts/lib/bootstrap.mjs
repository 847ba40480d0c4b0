import { checkSystem } from "./check-system.mjs";
import { install } from "./install.mjs";
import { buildWebApp } from "./web-app.mjs";

/**
 * Checks the system, and installs packages and (if requested) builds the web app where they are missing or outdated.
 * Returns the path of the Node to use. Ends the process with one sentence on failure.
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
