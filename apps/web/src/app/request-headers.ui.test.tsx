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
  const first = listSent();
  await page.getByRole("button", { name: text("language.label", { name: "English" }) }).click();
  await page.getByRole("button", { name: "Português" }).click();
  await expectSent("pt");
  const second = listSent();
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect.poll(() => findLast(endpoints.station.curve)).toBe("pt");

  // Between the two, requests are in either language: the texts of the new one are loaded first.
  const languagesOf = ({ headers }: (typeof first)[number]): Language[] => {
    if (first.some((call) => call.headers === headers)) return ["en"];
    return second.some((call) => call.headers === headers) ? ["en", "pt"] : ["pt"];
  };
  for (const sent of listSent()) {
    const { endpoint, headers } = sent;
    expect(languagesOf(sent), endpoint.path).toContain(headers.get("accept-language"));
    expect({
      path: endpoint.path,
      zone: headers.get("time-zone"),
      isSigned: headers.get("authorization")?.startsWith("Bearer ") === true,
    }).toEqual({ path: endpoint.path, zone: "America/Bahia", isSigned: endpoint.access.who !== "public" });
  }
});
