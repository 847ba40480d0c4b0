import { z } from "zod";

// zod compiles objects by `new Function` unless told not to, which is several times faster and which the console's content
// security policy forbids. Read when a schema is made, so every file that makes schemas imports this one first.
z.config({ jitless: !("process" in globalThis) });
