import type { Language } from "@heliograph/contract";
import { allEndpoints, endpoints } from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../test/ui/console.tsx";
import { text } from "../../test/ui/text.ts";

test("sends language, time zone and session with every request, the event stream included [R7.1]", async () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: "America/Bahia" };
  });
  const server = await openConsole();
  const listSent = () =>
    allEndpoints.flatMap((endpoint) => server.listCalls(endpoint).map((call) => ({ endpoint, ...call })));
  const findLast = (endpoint: (typeof allEndpoints)[number]) =>
    server.listCalls(endpoint).at(-1)?.headers.get("accept-language");
  const expectSent = async (language: Language) => {
    const read = [endpoints.events.stream, endpoints.home.getOverview];
    await expect.poll(() => read.map(findLast)).toEqual([language, language]);
  };
  await expectSent("en");
  await expect.element(page.getByRole("row").nth(1)).toBeVisible();
  const before = listSent();
  await page.getByRole("button", { name: text("language.label", { name: "English" }) }).click();
  await page.getByRole("button", { name: "Português" }).click();
  await expectSent("pt");
  const after = listSent().filter(({ headers }) => !before.some((call) => call.headers === headers));
  for (const [sent, language] of [
    [before, "en"],
    [after, "pt"],
  ] as const)
    for (const { endpoint, headers } of sent)
      expect({
        path: endpoint.path,
        language: headers.get("accept-language"),
        zone: headers.get("time-zone"),
        isSigned: headers.get("authorization")?.startsWith("Bearer ") === true,
      }).toEqual({
        path: endpoint.path,
        language,
        zone: "America/Bahia",
        isSigned: endpoint.access.who !== "public",
      });
});
