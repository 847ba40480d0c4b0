import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** A page of the console by its file name in the set of pictures and its address. */
export interface SetPage {
  readonly name: string;
  readonly address: string;
}

const devicePages = (deviceId: string): readonly SetPage[] => [
  { name: "device", address: `/device/${deviceId}` },
  ...["place", "data", "events", "parameters", "commands", "history"].map((tab) => ({
    name: `device-${tab}`,
    address: `/device/${deviceId}?tab=${tab}`,
  })),
];

/** What everyone sees, with a session or without. */
export const publicPages: readonly SetPage[] = [
  { name: "login", address: "/login" },
  { name: "register", address: "/reg" },
  { name: "forgot", address: "/forgot" },
  { name: "agreement", address: "/agreement" },
  { name: "manual", address: "/agreement?part=manual" },
  { name: "choose", address: "/mobile/Choose" },
  { name: "datasheet", address: "/mobile/file" },
  { name: "brochure", address: "/mobile/huizi" },
  { name: "preview", address: "/mobile/preview" },
  { name: "download", address: "/mobile/download" },
  { name: "solution-r", address: "/mobile/solutionR" },
  { name: "solution-mr", address: "/mobile/solutionMR" },
  { name: "solution-mro", address: "/mobile/solutionMRO" },
  { name: "leaflet", address: "/mobile/foldout" },
  { name: "not-found-bare", address: "/no/such/page" },
];

/** Objects with a page of their own each. */
export interface WalkedObjects {
  readonly alarmId: string;
  readonly webhookId: string;
  readonly campaignId: string;
}

const objectPages = ({ alarmId, webhookId, campaignId }: WalkedObjects): readonly SetPage[] => [
  { name: "alarm", address: `/alarms/${alarmId}` },
  { name: "webhook", address: `/alarms/webhooks/${webhookId}` },
  { name: "upgrade", address: `/system/setup/upgrades/${campaignId}` },
];

/** What a session of ROOT sees, with one plant to look at, and one of its devices and other objects where there are any. */
export const consolePages = (
  stationId: string,
  deviceId?: string,
  objects?: WalkedObjects,
): readonly SetPage[] => [
  ...(deviceId === undefined ? [] : devicePages(deviceId)),
  ...(objects === undefined ? [] : objectPages(objects)),
  { name: "home", address: "/home" },
  { name: "plant", address: `/station/${stationId}` },
  { name: "plant-devices", address: `/station/${stationId}/devices` },
  { name: "plant-earnings", address: `/station/${stationId}/earnings` },
  { name: "add-device", address: `/station/${stationId}/devices?add=gateway` },
  { name: "phone-plants", address: "/mobile/plants" },
  { name: "phone-plant", address: `/mobile/station/layout?stationId=${stationId}` },
  { name: "phone-devices", address: `/mobile/station/devices?stationId=${stationId}` },
  { name: "phone-roof-work", address: `/mobile/station/roof?stationId=${stationId}` },
  { name: "members", address: `/station/${stationId}/members` },
  { name: "public-plants", address: "/public-plants" },
  { name: "add-plant", address: "/add-power-station" },
  { name: "edit-plant", address: `/edit-power-station/${stationId}` },
  { name: "data-list", address: "/control/list" },
  { name: "device-alarms", address: "/alarms/device" },
  { name: "threshold-alarms", address: "/alarms/threshold" },
  { name: "alarm-log", address: "/alarms/log" },
  { name: "plant-alarms", address: `/station/${stationId}/alarms` },
  { name: "plant-alarm-settings", address: `/station/${stationId}/thresholds` },
  { name: "every-earnings", address: "/earnings" },
  { name: "compare", address: `/compare?plants=${stationId}` },
  { name: "reports", address: "/reports" },
  { name: "plant-reports", address: `/station/${stationId}/reports` },
  { name: "commands", address: `/station/${stationId}/commands` },
  { name: "corrections", address: `/station/${stationId}/corrections` },
  { name: "safety", address: `/station/${stationId}/safety` },
  { name: "commissioning", address: `/station/${stationId}/commissioning` },
  { name: "rejected-reports", address: `/station/${stationId}/unplaced` },
  { name: "layout", address: `/station/${stationId}/layout` },
  { name: "layout-editor", address: `/station/${stationId}/layout/edit` },
  { name: "shutdowns", address: "/shutdowns" },
  { name: "device-import", address: "/control/import" },
  { name: "fault-codes", address: "/alarms/codes" },
  { name: "webhooks", address: "/alarms/webhooks" },
  { name: "api-keys", address: "/account/api-keys" },
  { name: "accounts", address: "/account/list" },
  { name: "companies", address: "/account/companies" },
  { name: "personal-centre", address: "/personal-center" },
  { name: "company", address: "/company-detail" },
  { name: "roles", address: "/system/setup/roles" },
  { name: "account-types", address: "/system/setup/types" },
  { name: "permissions", address: "/system/setup/permissions" },
  { name: "controller", address: "/system/setup/controller" },
  { name: "alarm-settings", address: "/system/setup/alarms" },
  { name: "confirmations", address: "/system/setup/confirmations" },
  { name: "firmware", address: "/system/setup/firmware" },
  { name: "upgrades", address: "/system/setup/upgrades" },
  { name: "new upgrade", address: "/system/setup/upgrades/new" },
  { name: "maintenance", address: "/system/setup/maintenance" },
  { name: "providers", address: "/system/setup/providers" },
  { name: "logs", address: "/system/setup/logs" },
  { name: "status", address: "/system/setup/status" },
  { name: "configuration", address: "/system/setup/configuration" },
  { name: "no-permission", address: "/401" },
  { name: "not-found", address: "/no/such/page" },
];

/** Waits until a page shows what it has to show. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator("h1:visible").first()).toBeVisible();
  await expect(page.locator(".skeleton:visible, [aria-busy=true]:visible")).toHaveCount(0);
  const charts = page.locator(".chart:visible");
  await expect(charts.locator("canvas")).toHaveCount(await charts.count());
}

/** Types into a list's search field and waits for the list of that search. */
export async function search(box: Locator, text: string): Promise<void> {
  const response = box.page().waitForResponse((candidate) => {
    const request = candidate.request();
    return `${request.url()} ${request.postData() ?? ""}`.includes(text);
  });
  await box.fill(text);
  await response;
}

/** File of the built console with the code of a source module. */
export async function findFileOf(source: string): Promise<string> {
  const manifest = new URL("../../apps/web/dist/.vite/manifest.json", import.meta.url);
  return (
    (JSON.parse(await readFile(manifest, "utf8")) as Record<string, { file: string }>)[source]?.file ?? ""
  );
}
