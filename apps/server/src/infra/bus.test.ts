import { testBus } from "../../test/bus-contract.ts";
import { createInProcessBus } from "./bus.ts";

testBus(async () => {
  const errors: { message: string; subject: string }[] = [];
  const onError = (error: unknown, subject: string) =>
    errors.push({ message: (error as Error).message, subject });
  const bus = createInProcessBus({ onError });
  return { one: bus, other: bus, listErrors: () => errors };
});
