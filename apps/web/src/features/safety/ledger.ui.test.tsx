import type { DataOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { normal, openSafety, yes } from "../../../test/ui/safety-page.ts";

type Ledger = DataOf<typeof endpoints.safety.ledger>;
type Row = Ledger["rows"][number];

const ledger = page.getByRole("region", { name: "Ledger" });
const row = (number: number, kind: Row["kind"], detail: Row["detail"], more: Partial<Row> = {}): Row => ({
  ...{ number, kind, detail, at: "2026-06-11T10:00:00.000Z", byName: null, address: "" },
  ...{ hash: `${number}`.repeat(64) },
  ...more,
});
const rows = [
  row(6, "mark", { note: "Works on the roof" }, { byName: "Ben", address: "192.0.2.2" }),
  row(5, "unitOpen", { sn: "OPT-9", reason: "Broken glass", deadline: "2026-06-11T10:01:30.000Z" }),
  row(4, "proven", { units: ["1", "2", "3", "4", "5", "6"].map((end) => ({ sn: `OPT-${end}` })) }),
  row(3, "delivered", { op: "open", gateway: "GW-1", units: [{ unit: 7, sn: "OPT-2" }] }),
  row(2, "state", { from: "normal", to: "shutting-down", proven: 0, units: 20 }),
  row(
    1,
    "stop",
    {
      ...{ reason: "", drill: true, deadline: "2026-06-11T10:00:30.000Z", units: 20, offline: ["GW-2"] },
      ...{ acceptedAt: "2026-06-11T09:59:59.000Z", rightsAsOf: "2026-06-11T09:58:00.000Z", drills: ["SC-7"] },
    },
    { byName: "Ada", address: "192.0.2.1" },
  ),
];

const openLedger = (brokenAt: number | null, language: "en" | "zh-cn" = "en", total = rows.length) =>
  openSafety(normal, { stop: yes, reset: yes }, language, (server) =>
    server.reply(endpoints.safety.ledger, { rows, total, brokenAt }),
  );

test("the ledger says of each press who, from where, why and until when, and of each command for which units", async () => {
  await openLedger(null);
  await expect.element(ledger.getByText("6 entries, chain verified")).toBeVisible();
  const listFacts = () =>
    ledger
      .getByRole("list")
      .elements()
      .slice(1)
      .map((list) => [...list.children].map(({ textContent }) => textContent));
  await expect
    .poll(listFacts)
    .toEqual([
      ["Note: Works on the roof"],
      ["Device: OPT-9", "Reason: Broken glass", expect.stringMatching(/^Countdown until: .*:01:30$/)],
      ["Units: 6OPT-1, OPT-2, OPT-3, OPT-4, OPT-5, OPT-6"],
      ["Command: open", "Gateway: GW-1", "Units: OPT-2"],
      [
        "Drill on site",
        expect.stringMatching(/^Countdown until: .*:00:30$/),
        expect.stringMatching(/^Accepted: .*:59:59$/),
        expect.stringMatching(/^Decided on access rights as of: .*:58:00$/),
        ...["Units: 20", "Offline gateways: GW-2", "Drills taken over: SC-7"],
      ],
    ]);
  await expect.element(ledger.getByText("192.0.2.1")).toBeVisible();
  // A long list is opened by the reader.
  await expect.element(ledger.getByText("OPT-1, OPT-2")).not.toBeVisible();
  await ledger.getByText("Units: 6").click();
  await expect.element(ledger.getByText("OPT-1, OPT-2")).toBeVisible();
});

test("a ledger whose chain does not match says which entry was changed, as a fault", async () => {
  await openLedger(4);
  const mark = ledger.getByText("Entry 4 was changed or removed");
  await expect.element(mark).toBeVisible();
  await expect.element(ledger.getByText("chain verified")).not.toBeInTheDocument();
  expect(mark.element().closest("[data-variant]")?.getAttribute("data-variant")).toBe("fault");
});

test("the ledger is in the language of its reader, the default note of a drill too", async () => {
  await openLedger(null, "zh-cn");
  const inChinese = page.getByRole("region", { name: "台账" });
  await expect.element(inChinese.getByText("现场演练")).toBeVisible();
  await expect.element(inChinese.getByText("备注：Works on the roof")).toBeVisible();
});

test("entries remain on screen while older ones are read", async () => {
  const server = await openLedger(null, "en", 60);
  await expect.element(ledger.getByText("192.0.2.1")).toBeVisible();
  const held = server.hold(endpoints.safety.ledger);
  await ledger.getByRole("button", { name: "Older" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.ledger).at(-1)?.query).toMatchObject({ page: 2 });
  await expect.element(ledger.getByText("192.0.2.1")).toBeVisible();
  held.release();
  await expect.element(ledger.getByRole("button", { name: "Older" })).toBeDisabled();
});
