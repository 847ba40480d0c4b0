// Builds the web app as `npm start` does, when its sources have changed.
import { buildWebApp } from "./lib/web-app.mjs";

await buildWebApp(new URL("..", import.meta.url), process.execPath);
