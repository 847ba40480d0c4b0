import type { ConfigurationSettings, Language } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConsole, openConsole } from "../../../test/ui/console.tsx";
import { configuration } from "../../../test/ui/samples.ts";
import { ownAddress } from "../../shared/config/servers.ts";

const serverNames = {
  "zh-cn": ["中国", "国际", "东南亚"],
  en: ["China", "International", "Southeast Asia"],
  pt: ["China", "Internacional", "Sudeste Asiático"],
  th: ["จีน", "นานาชาติ", "เอเชียตะวันออกเฉียงใต้"],
} as const;
const thisServer = { "zh-cn": "本服务器", en: "This server", pt: "Este servidor", th: "เซิร์ฟเวอร์นี้" } as const;

const listed = () => [...document.querySelectorAll(".server-choice li")].map((each) => each.textContent);

const openAt = (at: string, language: Language, servers: ConfigurationSettings["servers"]) =>
  openConsole({
    isSignedOut: true,
    at,
    language,
    prepare: (server) => server.reply(endpoints.configuration.get, { ...configuration, servers }),
  });

test("lists the three servers on each page of the sign-in layout, also where none has an address [R1.15]", async () => {
  for (const language of ["zh-cn", "en", "pt", "th"] as const) {
    const names = serverNames[language].map((name) => `${name}${thisServer[language]}`);
    for (const address of ["/login", "/reg", "/forgot"]) {
      await openAt(address, language, { china: "", international: "", southeastAsia: "" });
      await expect.poll(listed, { message: `${address} ${language}` }).toEqual(names);
      await closeConsole();
    }
  }
});

test("opens another server at the same page in the language on screen; one without an address is this one [R1.15, R1.14]", async () => {
  const china = "https://cn.example.org:8443";
  await openAt("/forgot?lang=pt", "pt", { china, international: ownAddress(location), southeastAsia: "" });
  const choice = page.getByRole("navigation", { name: "Servidor" });
  await expect.element(choice).toBeVisible();
  await expect
    .poll(listed)
    .toEqual(["Chinacn.example.org:8443", "InternacionalEste servidor", "Sudeste AsiáticoEste servidor"]);
  await expect.element(choice.getByRole("link")).toHaveLength(1);
  const followed: string[] = [];
  const follow = (event: MouseEvent) => {
    // The browser would leave the test here: what it would open is enough.
    if (event.target instanceof Element && !event.defaultPrevented)
      followed.push(event.target.closest("a")?.href ?? "");
    event.preventDefault();
  };
  window.addEventListener("click", follow, { once: true });
  (choice.getByRole("link", { name: /China/ }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => followed).toEqual([`${china}/#/forgot?lang=pt`]);
});
