/** The product the specs look at; global-setup.ts has started it. */
function need(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: run the specs through playwright.config.ts`);
  return value;
}

export const httpUrl = (): string => need("E2E_HTTP");
export const mqttUrl = (): string => need("E2E_MQTT");
export const rootAccount = (): { account: string; password: string } => JSON.parse(need("E2E_ROOT"));
