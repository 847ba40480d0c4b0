import type { Firmware, Language, RoleDetail } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConsole, go, openConsole } from "../../test/ui/console.tsx";
import type { FakeServer } from "../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../test/ui/samples.ts";
import { text } from "../../test/ui/text.ts";
import { sessionStore } from "../shared/session/current-session.ts";

/** Sentences of the console itself; the others are the server's. */
const ofConsole: Record<
  Language,
  Record<"relogin" | "noPermission" | "contact" | "stopped" | "unavailable", string>
> = {
  en: {
    relogin: "The current page is invalid. Sign in again to continue.",
    noPermission: "You do not have permission to view this page",
    contact: "Contact your administrator",
    stopped: "System under maintenance",
    unavailable: "The app is temporarily unavailable.",
  },
  "zh-cn": {
    relogin: "当前页面已失效，请重新登录。",
    noPermission: "无权访问此页面",
    contact: "请联系管理员",
    stopped: "系统维护中",
    unavailable: "应用暂时无法使用",
  },
  pt: {
    relogin: "A página atual não é mais válida. Entre novamente para continuar.",
    noPermission: "Você não tem permissão para ver esta página",
    contact: "Fale com o administrador",
    stopped: "Sistema em manutenção",
    unavailable: "O aplicativo está temporariamente indisponível.",
  },
  th: {
    relogin: "หน้าปัจจุบันใช้งานไม่ได้แล้ว โปรดเข้าสู่ระบบอีกครั้ง",
    noPermission: "ไม่มีสิทธิ์เข้าถึงหน้านี้",
    contact: "โปรดติดต่อผู้ดูแลระบบ",
    stopped: "ระบบอยู่ระหว่างปิดปรับปรุง",
    unavailable: "แอปใช้งานไม่ได้ชั่วคราว",
  },
};

const plant = makePlant({ revision: "17", mayEdit: true, latitude: null, longitude: null });
const optimizer = makeDevice({
  deviceId: crypto.randomUUID(),
  type: "OPT",
  model: "MX-600",
  hardwareVersion: "1.2",
});
const role: RoleDetail = {
  ...{ roleId: crypto.randomUUID(), name: "Family", remarks: "", permissionIds: [], revision: "1" },
  ...{
    customerTypeId: crypto.randomUUID(),
    customerTypeName: "Owner",
    accountCount: 1,
    isEditable: true,
    isBuiltIn: false,
    code: "",
  },
  ...{ companyId: crypto.randomUUID(), companyName: "Sun & Co" },
};
const image: Firmware = {
  ...{ firmwareId: crypto.randomUUID(), name: "OPT_MX-600_HW1.2_V4.0.0.bin", version: "4.0.0", type: "OPT" },
  ...{
    model: "MX-600",
    hardware: "1.2",
    sizeBytes: 10,
    publisher: "Ada",
    uploadedAt: "2026-05-04T09:00:00.000Z",
  },
  ...{ permission: "external", releaseNotes: "", sha256: "a1".repeat(32), signature: `${"B".repeat(86)}==` },
  ...{ signedBy: "Ada", revision: 1 },
};

const dialog = page.getByRole("dialog").last();
const main = page.getByRole("main");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const isSaid = (sentence: string) => expect.element(page.getByText(sentence).first()).toBeVisible();

function prepare(server: FakeServer): void {
  server.reply(endpoints.station.get, plant);
  server.reply(endpoints.station.tariffs, { rows: [], total: 0 });
  server.reply(endpoints.account.listRoles, { rows: [role], total: 1 });
  server.reply(endpoints.role.get, role);
  server.reply(endpoints.permission.tree, { tree: [] });
  server.reply(endpoints.firmware.list, { rows: [image], total: 1 });
  server.reply(endpoints.device.list, { rows: [optimizer], total: 1 });
}

async function addDevice(sentence: string): Promise<void> {
  go(`/station/${plant.stationId}/devices?add=gateway`);
  await dialog.getByRole("textbox", { name: text("device.sn") }).fill("DC-WIRE-1");
  await dialog.getByRole("textbox", { name: text("device.code") }).fill("AAAABBBBCCCCDDDD");
  await dialog.getByRole("button", { name: text("device.add") }).click();
  await isSaid(sentence);
  await userEvent.keyboard("{Escape}");
}

async function searchPlace(language: Language): Promise<void> {
  go(`/edit-power-station/${plant.stationId}`);
  const search = main.getByLabelText(text("plantEditor.search"));
  await expect.element(search).toBeVisible();
  await button(text("plantEditor.apply")).click();
  await expect.element(search).toHaveAccessibleDescription(messages[language]["code.A0421"]);
  await search.fill("somewhere");
  await button(text("plantEditor.apply")).click();
  const formatError = new RegExp(`^${messages[language]["code.A0402"]}`, "u");
  await expect.element(search).toHaveAccessibleDescription(expect.stringMatching(formatError));
  await search.fill("");
}

async function deleteRole(sentence: string): Promise<void> {
  go("/system/setup/roles");
  await page.getByRole("row").filter({ hasText: role.name }).getByRole("button").first().click();
  await dialog.getByRole("button", { name: text("rights.delete") }).click();
  await dialog.getByRole("button", { name: text("rights.delete") }).click();
  await isSaid(sentence);
}

async function uploadFirmware(sentence: string): Promise<void> {
  go("/system/setup/firmware");
  await button(text("firmware.upload")).click();
  await userEvent.upload(dialog.getByLabelText(text("firmware.choose")), new File(["x"], "firmware.bin"));
  await isSaid(sentence);
}

async function upgrade(sentence: string): Promise<void> {
  go("/system/setup/upgrades/new");
  await page.getByRole("row").filter({ hasText: optimizer.sn }).getByRole("checkbox").click();
  const settings = page.getByRole("region", { name: text("upgrades.settings") });
  await userEvent.selectOptions(settings.getByLabelText(text("upgrades.firmware")), image.name);
  await settings.getByRole("button", { name: text("upgrades.start") }).click();
  await isSaid(sentence);
}

for (const language of ["zh-cn", "en", "pt", "th"] as const)
  test(`says each message to users in ${language} where it occurs [R8.7]`, async () => {
    const said = messages[language];
    const own = ofConsole[language];
    const out = await openConsole({ isSignedOut: true, at: "/login", language });
    out.refuse(endpoints.token.login, "A0200", said["code.A0200"]);
    await page.getByLabelText(text("login.account"), { exact: true }).fill("ana@example.org");
    await page.getByLabelText(text("login.password"), { exact: true }).fill("Blue-roof-77");
    await page.getByRole("checkbox", { name: new RegExp(text("login.agree")) }).click();
    await button(text("action.signIn")).click();
    await isSaid(said["code.A0200"]);
    out.refuse(endpoints.registry.register, "A0240", said["code.A0240"]);
    go("/reg");
    await page.getByLabelText(text("code.target"), { exact: true }).fill("ana@example.org");
    await page.getByLabelText(text("code.label"), { exact: true }).fill("123456");
    await page.getByLabelText(text("register.userName"), { exact: true }).fill("Ana");
    await page.getByLabelText(text("chosen.firstPassword"), { exact: true }).fill("Blue-roof-77");
    await page.getByLabelText(text("chosen.firstConfirm"), { exact: true }).fill("Blue-roof-77");
    await page.getByRole("checkbox").click();
    await button(text("register.submit")).click();
    await isSaid(said["message.registerFailed"]);
    await closeConsole();

    const server = await openConsole({
      plants: [plant],
      language,
      prepare(made) {
        prepare(made);
        made.refuse(endpoints.home.warningCount, "B0001", said["code.B0001"]);
      },
    });
    await isSaid(said["code.B0001"]);
    server.refuse(endpoints.device.add, "A0150", said["code.A0150"]);
    await addDevice(said["code.A0150"]);
    await searchPlace(language);
    server.refuse(endpoints.firmware.upload, "A0710", said["code.A0710"]);
    await uploadFirmware(said["code.A0710"]);
    await userEvent.keyboard("{Escape}");
    server.refuse(endpoints.upgrade.add, "A0720", said["code.A0720"]);
    await upgrade(said["code.A0720"]);
    server.refuse(endpoints.role.delete, "A0430", said["code.A0430"]);
    await deleteRole(said["code.A0430"]);
    await userEvent.keyboard("{Escape}");
    go("/401");
    await isSaid(own.noPermission);
    await isSaid(own.contact);
    server.refuse(endpoints.station.energy, "A0230", said["code.A0230"]);
    go(`/station/${plant.stationId}`);
    await isSaid(own.relogin);
    await closeConsole();

    const stopped = await openConsole({ plants: [plant], language, prepare });
    const session = sessionStore.read();
    if (session === undefined) throw new Error("nobody is signed in");
    sessionStore.write({ ...session, isSuper: false });
    const backAt = new Date(Date.now() + 600_000).toISOString();
    stopped.reply(endpoints.maintenance.current, { phase: "running", backAt, popUps: [] });
    stopped.refuse(endpoints.station.get, "B0100", said["code.B0100"]);
    go(`/station/${plant.stationId}`);
    await expect.element(page.getByRole("heading", { level: 1, name: own.stopped })).toBeVisible();
    await isSaid(own.unavailable);
  });
