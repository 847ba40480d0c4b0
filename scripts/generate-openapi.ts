// Writes docs/openapi.json from the contract; with --check it only compares.
import { buildOpenApi } from "../apps/server/src/app/openapi.ts";
import { writeGenerated } from "./lib/generated.ts";

writeGenerated("docs/openapi.json", `${JSON.stringify(buildOpenApi(), null, 2)}\n`);
