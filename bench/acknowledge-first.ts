import { registerHooks } from "node:module";
import { patchWriter, WRITER_PATH } from "./acknowledge-first-patch.ts";

// Loaded ahead of the server's program (`--import`): makes a server that acknowledges reports before they are stored, which
// the crash bench must detect.

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(WRITER_PATH)) return loaded;
    return { ...loaded, source: patchWriter(String(loaded.source)) };
  },
});
