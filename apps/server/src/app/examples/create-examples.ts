import type { Endpoint } from "@heliograph/contract";
import { createAccountExamples } from "./account-examples.ts";
import { createAlarmExamples } from "./alarm-examples.ts";
import { createDeviceExamples } from "./device-examples.ts";
import type { Example, ExampleValues } from "./example.ts";
import { createLayoutExamples } from "./layout-examples.ts";
import { createOwnExamples } from "./own-examples.ts";
import { createPlantExamples } from "./plant-examples.ts";
import { createSafetyExamples } from "./safety-examples.ts";
import { createSignInExamples } from "./sign-in-examples.ts";
import { createSystemExamples } from "./system-examples.ts";

/** Example input of each endpoint: in the documents of the API, and sent by its tests. */
export function createExamples(values: ExampleValues): Map<Endpoint, () => Example> {
  return new Map([
    ...createSignInExamples(values),
    ...createOwnExamples(),
    ...createAccountExamples(values),
    ...createPlantExamples(values),
    ...createLayoutExamples(),
    ...createDeviceExamples(values),
    ...createAlarmExamples(values),
    ...createSafetyExamples(values),
    ...createSystemExamples(),
  ]);
}
