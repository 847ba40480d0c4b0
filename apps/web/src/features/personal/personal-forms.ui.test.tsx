import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { text } from "../../../test/ui/text.ts";
import { AUTOSAVE_MS } from "../../shared/drafts/drafts.ts";

const dialog = page.getByRole("dialog");
const labelled = (label: string) => dialog.getByLabelText(label, { exact: true });
const card = page.getByRole("region", { name: "Sign-in and notifications" });

async function openPersonal() {
  const server = await openConsole({
    at: "/personal-center",
    prepare(server) {
      server.reply(endpoints.session.list, { rows: [], total: 0 });
      server.reply(endpoints.secondFactor.get, {
        totpSince: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        isRequired: false,
      });
    },
  });
  await expect.element(card).toBeVisible();
  return server;
}

test("keeps a contact that is being set as a draft, and never its code [R8.2]", async () => {
  const server = await openPersonal();
  await page.getByRole("button", { name: text("own.bind"), exact: true }).click();
  await expect.element(labelled(text("code.target"))).toHaveFocus();
  await labelled(text("code.target")).fill("ana@example.org");
  await labelled(text("code.label")).fill("123456");
  await expect
    .poll(() => server.listCalls(endpoints.draft.save).at(-1)?.body, { timeout: AUTOSAVE_MS * 5 })
    .toMatchObject({ form: "/user/settings/bind", body: { typed: { target: "ana@example.org" } } });
  expect(JSON.stringify(server.listCalls(endpoints.draft.save))).not.toContain("123456");
});

test("changes a password after the current one, and says a wrong one in the dialog [R5.15]", async () => {
  const server = await openPersonal();
  server.refuse(endpoints.settings.updatePassword, "A0210", messages.en["code.A0210"]);
  await page.getByRole("button", { name: text("own.change"), exact: true }).click();
  await expect.element(labelled(text("own.current"))).toHaveFocus();
  await labelled(text("own.current")).fill("Wrong-word-1");
  await labelled(text("chosen.password")).fill("Blue-roof-77");
  await labelled(text("chosen.confirm")).fill("Blue-roof-77");
  await dialog.getByRole("button", { name: text("own.change"), exact: true }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(messages.en["code.A0210"]);
  expect(server.listCalls(endpoints.settings.updatePassword)[0]?.body).toEqual({
    password: "Wrong-word-1",
    newPassword: "Blue-roof-77",
    confirmPassword: "Blue-roof-77",
  });
});
