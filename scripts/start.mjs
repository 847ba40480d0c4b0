// The program behind `npm start`: runs on any Node from 20 on, sees to it that everything is installed and built,
// then hands over to the server on the Node that npm brought along.
import { bootstrap } from "./lib/bootstrap.mjs";
import { handOver } from "./lib/hand-over.mjs";

const root = new URL("..", import.meta.url);
const node = await bootstrap(root, { buildWeb: true });
handOver(node, root, "apps/server/src/main/all.ts");
