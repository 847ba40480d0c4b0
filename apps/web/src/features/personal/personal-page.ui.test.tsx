import { endpoints } from "@heliograph/contract";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makeUser } from "../../../test/ui/samples.ts";
import { setSize } from "../../shared/base/theme/size.ts";
import { setThemeChoice } from "../../shared/base/theme/theme.ts";

afterEach(() => {
  setThemeChoice("system");
  setSize("middle");
});

test("shows the signed-in account and since when it is signed in, and sets language, theme and size [R2.11, R3.6, R1.13]", async () => {
  const signedInAt = new Date(Date.now() - 5_000).toISOString();
  const user = makeUser({
    userName: "Head",
    companyName: "Sun & Co",
    email: "head@example.org",
    signedInAt,
  });
  // The server names the role in the language of the call.
  const roleNames: Readonly<Record<string, string>> = {
    en: "Distributor administrator",
    pt: "Administrador do distribuidor",
  };
  const server = await openConsole({
    at: "/personal-center",
    prepare(made) {
      made.reply(endpoints.session.list, { rows: [], total: 0 });
      made.reply(endpoints.secondFactor.get, {
        totpSince: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        isRequired: false,
      });
      made.reply(endpoints.user.getUserInfo, () => {
        const asked = made.listCalls(endpoints.user.getUserInfo).at(-1)?.headers.get("accept-language");
        return { ...user, roleName: roleNames[asked ?? ""] ?? "" };
      });
    },
  });
  await expect.poll(() => document.title).toBe("Personal centre");
  const profile = page.getByRole("region", { name: "Profile" });
  for (const text of ["Head", "Sun & Co", "Distributor administrator"])
    await expect.element(profile).toMatchTextContent(text);
  await expect
    .element(page.getByRole("region", { name: "Sign-in and notifications" }))
    .toMatchTextContent("head@example.org");
  await expect
    .element(page.getByRole("region", { name: "This session" }))
    .toMatchTextContent(/Signed in.*sec/);
  const { dataset } = document.documentElement;
  await page.getByRole("radiogroup", { name: "Theme" }).getByText("Dark").click();
  await expect.poll(() => dataset.theme).toBe("dark");
  await page.getByRole("radiogroup", { name: "Display density" }).getByText("Large").click();
  await expect.poll(() => dataset.size).toBe("large");
  await page.getByRole("radiogroup", { name: "Language" }).getByText("Português").click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Área pessoal");
  await expect
    .element(page.getByRole("region", { name: "Perfil" }))
    .toMatchTextContent("Administrador do distribuidor");
  expect(server.listCalls(endpoints.user.getUserInfo).length).toBeGreaterThan(1);
});
