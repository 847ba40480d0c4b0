import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";
import { text } from "../../../test/ui/text.ts";

test("who may not read accounts sees no list and no menu line for it [R6.12, R6.9]", async () => {
  const server = await openConsole({
    at: "/account/list",
    withheld: ["account:read"],
    prepare(made) {
      made.reply(endpoints.account.getCompany, {
        companyId: crypto.randomUUID(),
        name: "Sun & Co",
        address: "1 Sun Street",
        contact: "Dora",
        contactPhone: "+49 30 1234567",
        contactEmail: "",
        revision: "1",
        upstreamCompanyId: null,
        administratorId: null,
        administratorName: null,
        administratorPhone: null,
        administratorAccount: null,
        upstreamCompanyName: null,
        plantCount: 1,
        accountCount: 1,
        companyCount: 0,
        createdAt: "2026-05-04T09:00:00.000Z",
      });
    },
  });
  await expect
    .element(page.getByRole("heading", { name: "You do not have permission to view this page" }))
    .toBeVisible();
  go("/company-detail");
  await expect.element(page.getByRole("heading", { level: 1, name: "Sun & Co" })).toBeVisible();
  const lines = page.getByRole("navigation", { name: "Pages in this area" });
  await expect.element(lines.getByRole("link", { name: "Company", exact: true })).toBeVisible();
  await expect
    .element(lines.getByRole("link", { name: text("title.accounts"), exact: true }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Go to account list" })).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.account.listAccounts)).toEqual([]);
});
