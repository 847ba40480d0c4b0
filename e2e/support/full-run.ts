/** `npm run test:full`, which also runs the specs tagged `@full`. */
export const isFullRun = process.env.HELIOGRAPH_TEST_FULL !== undefined;
/** Whether the specs run on an installation of several processes, which the full run does once more. */
export const isOnCluster = process.env.HELIOGRAPH_E2E_CLUSTER === "1";
