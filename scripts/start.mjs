// The program behind `npm start`: runs on Node 20 or newer, installs and builds what is missing, then runs the server on the
// Node installed by npm, and restarts it when it crashes.
import { bootstrap } from "./lib/bootstrap.mjs";
import { supervise } from "./lib/supervise.mjs";

const root = new URL("..", import.meta.url);
const node = await bootstrap(root, { buildWeb: true });
process.exit(await supervise(node, root, "apps/server/src/main/all.ts"));
