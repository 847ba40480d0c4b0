/** `npm run test:full`, which also runs the specs tagged `@full`. */
export const isFullRun = process.env.HELIOGRAPH_TEST_FULL !== undefined;
