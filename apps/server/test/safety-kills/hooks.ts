import { flushCompileCache, registerHooks } from "node:module";
import { createKillSwitch } from "./control.ts";
import type { Fault } from "./moments.ts";
import { listPatches, patchSource } from "./patches.ts";

// Loaded ahead of the server's program (`--import`): its modules say which moment of a press they have passed.

const fault = process.env.SAFETY_KILLS_FAULT as Fault | undefined;
const endings = [...new Set(listPatches(fault).map(({ path }) => path))];

Object.assign(globalThis, { safetyKills: createKillSwitch(process.env.SAFETY_KILLS ?? "") });

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!endings.some((path) => url.endsWith(path))) return loaded;
    return { ...loaded, source: patchSource(url, String(loaded.source), fault) };
  },
});

// A killed process writes no compile cache: without one, each start would compile every module again.
setTimeout(flushCompileCache, 4_000).unref();
