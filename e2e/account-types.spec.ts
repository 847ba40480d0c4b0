import { endpoints, seededMatrix } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import type { Account, Api } from "./support/api.ts";
import { addPlant, registerGateway, signInApi } from "./support/api.ts";
import { addAccount, companyFacts } from "./support/company.ts";
import { expect, signIn, test } from "./support/console.ts";
import { isFullRun } from "./support/full-run.ts";
import { startGateway } from "./support/gateway.ts";

// One account of each seeded type finds the pages of its matrix and its plants by the menus alone, and nothing else.

type Menus = Readonly<Record<string, readonly string[]>>;

const alarms = ["Device alarms", "Threshold alarms", "Alarm log", "Fault codes", "Webhooks"];
const ownPages = ["Company", "API keys", "Personal centre"];
const plants = ["Home", "Compare plants", "Earnings", "Reports", "Shutdowns"];
const accounts = ["Account list", "Companies", ...ownPages];
const administration: Menus = {
  Plants: [...plants, "Add plant"],
  Data: ["Data list", "Device import"],
  Alarms: alarms,
  Accounts: accounts,
};
const ofCompany: Menus = {
  ...administration,
  System: ["Roles", "Permission settings", "Controller settings", "Firmware", "Upgrades", "Confirmations"],
};

interface AccountType {
  readonly role: string;
  readonly menus: Menus;
  /** May edit the layout of the plant. */
  readonly canArrange: boolean;
  /** May see and change who has access to the plant. */
  readonly canShare: boolean;
  readonly canShutDown: boolean;
  /** Sees plants of every company. */
  readonly seesAll?: true;
}

const types = {
  "platform operator": {
    role: "platform-administrator",
    menus: {
      ...administration,
      System: [
        ...["Roles", "Account types", "Permission settings", "Alarm settings", "Controller settings"],
        ...["Firmware", "Upgrades", "Confirmations", "Maintenance notices", "Service contacts", "Logs"],
        ...["Service status", "Configuration"],
      ],
    },
    canArrange: true,
    canShare: true,
    canShutDown: true,
    seesAll: true,
  },
  "service channel distributor": {
    role: "distributor-administrator",
    menus: ofCompany,
    canArrange: true,
    canShare: true,
    canShutDown: true,
  },
  "installer company": {
    role: "installer-administrator",
    menus: ofCompany,
    canArrange: true,
    canShare: false,
    canShutDown: true,
  },
  "service provider": {
    role: "provider-engineer",
    menus: {
      Plants: plants,
      Data: ["Data list"],
      Alarms: alarms,
      Accounts: ownPages,
      System: ["Controller settings", "Firmware", "Upgrades"],
    },
    canArrange: false,
    canShare: false,
    canShutDown: false,
  },
  "plant owner": {
    role: "owner",
    menus: {
      Plants: [...plants, "Add plant"],
      Data: ["Data list"],
      Alarms: alarms,
      Accounts: ownPages,
      System: ["Controller settings"],
    },
    canArrange: true,
    canShare: true,
    canShutDown: true,
  },
} as const satisfies Readonly<Record<string, AccountType>>;
type TypeName = keyof typeof types;

interface Stage {
  readonly name: string;
  readonly strangerName: string;
  readonly sn: string;
  readonly accountOf: Readonly<Record<TypeName, Account>>;
}
let stage: Stage;

async function findAccountId(root: Api, userName: string): Promise<string> {
  const { rows } = await root.call(endpoints.account.listAccounts, { query: { search: userName } });
  return rows[0]?.accountId ?? "";
}

/** An owner's plant with a gateway and units, below a distributor and a service provider, with an installer. */
async function createStage(): Promise<Stage> {
  const root = await signInApi();
  const mark = crypto.randomUUID().slice(0, 8);
  const addCompany = async (kind: string, upstreamCompanyId?: string): Promise<string> => {
    const body = {
      name: `${kind} ${mark}`,
      ...companyFacts,
      ...(upstreamCompanyId && { upstreamCompanyId }),
    };
    return (await root.call(endpoints.account.addCompany, { body })).companyId;
  };
  const { companyId: operator } = await root.call(endpoints.user.getUserInfo);
  const distributor = await addCompany("Distributor");
  const provider = await addCompany("Provider", distributor);
  const owner = await addCompany("Owner", provider);
  const installer = await addCompany("Installer");
  const add = (companyId: string, name: TypeName): Promise<Account> =>
    addAccount(root, { companyId, userName: `${name} ${mark}`, role: types[name].role });
  const accountOf = {
    "platform operator": await add(operator, "platform operator"),
    "service channel distributor": await add(distributor, "service channel distributor"),
    "installer company": await add(installer, "installer company"),
    "service provider": await add(provider, "service provider"),
    "plant owner": await add(owner, "plant owner"),
  };
  const name = `Roof ${mark}`;
  const stationId = await addPlant(root, {
    name,
    ownerId: await findAccountId(root, `plant owner ${mark}`),
    installerCompanyId: installer,
  });
  const strangerName = `Stranger ${mark}`;
  await addPlant(root, { name: strangerName });
  const device = await registerGateway(root);
  await root.call(endpoints.device.add, {
    body: { stationId, sn: device.sn, registrationCode: device.code },
  });
  const gateway = await startGateway(device, 2);
  const sample = { voltageV: 40, currentA: 5, tempC: 30, energyWh: 1000, signalDbm: -60 };
  await gateway.report([sample, sample]);
  return { name, strangerName, sn: device.sn, accountOf };
}

test.beforeAll(async () => {
  stage = await createStage();
});

/** The server gives the account the permissions of its role, its own plants and their devices, and nothing else. */
async function expectOwnData(name: TypeName): Promise<void> {
  const { role, ...type }: AccountType = types[name];
  const api = await signInApi(stage.accountOf[name]);
  const { perms } = await api.call(endpoints.permission.getPermission);
  const roles = seededMatrix.flatMap(
    (each): readonly { code: string; permissionIds: readonly string[] }[] => each.roles,
  );
  const promised = roles.find(({ code }) => code === role)?.permissionIds ?? [];
  expect(perms.toSorted()).toEqual(promised.toSorted());
  // Other specs have added plants to the operator's list.
  const search = type.seesAll === true ? stage.name.replace("Roof ", "") : "";
  const listed = await api.call(endpoints.station.list, { query: { pageSize: 200, search } });
  const names = listed.rows.map((plant) => plant.name);
  if (type.seesAll === true) expect(names).toEqual(expect.arrayContaining([stage.name, stage.strangerName]));
  else expect(names).toEqual([stage.name]);
  const devices = await api.call(endpoints.device.list, { query: { pageSize: 200 } });
  const plantNames = new Set(devices.rows.map(({ stationName }) => stationName));
  if (type.seesAll !== true) expect([...plantNames]).toEqual([stage.name]);
}

const areasOf = (page: Page) => page.getByRole("navigation", { name: "Areas" });
const pagesOf = (page: Page) => page.getByRole("navigation", { name: "Pages in this area" });
const tabsOf = (page: Page, of: "plant" | "device") =>
  page.getByRole("navigation", { name: of === "plant" ? "Pages of this plant" : "Pages of the device" });
const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

async function expectOpen(page: Page): Promise<void> {
  await expect(heading(page)).toBeVisible();
  await expect(heading(page)).not.toHaveText(/You do not have permission|Page not found/);
}

async function openPage(page: Page, area: string, name: string): Promise<void> {
  await areasOf(page).getByRole("link", { name: area, exact: true }).click();
  const link = pagesOf(page).getByRole("link", { name, exact: true });
  await link.click();
  await expect(link).toHaveAttribute("aria-current", "page");
  await expectOpen(page);
}

/** Opens every page of every menu; there are the expected ones and no others. */
async function walkMenus(page: Page, menus: Menus): Promise<void> {
  await expect(areasOf(page).getByRole("link")).toHaveText(Object.keys(menus));
  for (const [area, names] of Object.entries(menus)) {
    await areasOf(page).getByRole("link", { name: area, exact: true }).click();
    await expect(pagesOf(page).getByRole("link")).toHaveText([...names]);
    for (const name of names) await openPage(page, area, name);
  }
}

async function openTab(page: Page, of: "plant" | "device", name: string): Promise<void> {
  const tab = tabsOf(page, of).getByRole("link", { name });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expectOpen(page);
}

/** Plant list and detail, both views of the layout and its editor, shutdown and reset, ignition, corrections. */
async function walkPlant(
  page: Page,
  { canArrange, canShare, canShutDown, ...type }: AccountType,
): Promise<void> {
  const main = page.getByRole("main");
  await openPage(page, "Plants", "Home");
  const link = main.getByRole("link", { name: stage.name });
  await expect(link.first()).toBeVisible();
  if (type.seesAll !== true) await expect(main.getByText(stage.strangerName)).toHaveCount(0);
  await link.first().click();
  const shown = ["Overview", "Layout", "Devices", "Alarms", "Earnings", "Reports", "Corrections", "Commands"];
  await expect(tabsOf(page, "plant").getByRole("link")).toHaveText(
    [...shown, "Safety", ...(canShare ? ["Members"] : [])].map((name) => new RegExp(`^${name}`)),
  );
  for (const name of ["Devices", "Alarms", "Earnings", "Reports", "Commands"])
    await openTab(page, "plant", name);
  await openTab(page, "plant", "Corrections");
  await expect(main.getByRole("heading", { name: "Automatic correction" })).toBeVisible();
  await expect(main.getByRole("heading", { name: "Correction records" })).toBeVisible();
  await openTab(page, "plant", "Safety");
  const stop = main.getByRole("button", { name: "Shut down", exact: true, disabled: false });
  await expect(stop).toHaveCount(canShutDown ? 1 : 0);
  await expect(main.getByRole("heading", { name: "Ignition" })).toBeVisible();
  if (canShare) await openTab(page, "plant", "Members");
  await openTab(page, "plant", "Layout");
  for (const view of ["Logical", "Physical"]) {
    await main.getByText(view, { exact: true }).click();
    await expect(main.getByRole("radio", { name: view })).toBeChecked();
  }
  const edit = main.getByRole("link", { name: "Edit layout" });
  await expect(edit).toHaveCount(canArrange ? 1 : 0);
  if (canArrange) {
    await edit.click();
    await expect(main.getByRole("button", { name: "Add group" }).first()).toBeVisible();
  }
}

/** Overview of a device with its events, log and detailed data. */
async function walkDevice(page: Page): Promise<void> {
  await openPage(page, "Data", "Data list");
  await page.getByRole("main").getByRole("searchbox").first().fill(stage.sn);
  await page.getByRole("main").getByRole("button", { name: stage.sn, exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Open device page" }).click();
  for (const name of ["Detailed data", "Events", "History", "Overview"]) await openTab(page, "device", name);
}

/** Walked in each run: the menus of all rights, and plants and devices as their owner. */
const always: readonly TypeName[] = ["platform operator", "plant owner"];

for (const [name, type] of Object.entries(types) as [TypeName, AccountType][]) {
  const tag = always.includes(name) ? "" : " @full";
  test(`the account type ${name} reaches its pages, plants and devices by the menus alone, and no others [R1.2, R2.23]${tag}`, async ({
    page,
  }) => {
    await expectOwnData(name);
    await signIn(page, stage.accountOf[name]);
    await walkMenus(page, type.menus);
    if (name === "platform operator" && !isFullRun) return;
    await walkPlant(page, type);
    await walkDevice(page);
  });
}
