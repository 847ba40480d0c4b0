import type { DataOf, PlantLogRow } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useClock } from "../../../../test/ui/clock.ts";
import { go, openConsole, reopenConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { Refusal } from "../../../../test/ui/fake-server.ts";
import { configuration } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";
import { startConfig } from "../../../shared/config/config.ts";

type Configuration = DataOf<typeof endpoints.configuration.get>;

const address = "/system/setup/configuration";
const form = page.getByRole("main");
const field = (label: string) => form.getByLabelText(label);
const save = () => form.getByRole("button", { name: text("configuration.save"), exact: true }).click();
const brandShown = () =>
  [...document.querySelectorAll(".brand")].find((each) => each.checkVisibility())?.textContent;
const rootFontPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const layoutWidth = () => document.documentElement.scrollWidth;

/** Keeps a configuration: a change counts its revision, and one made from an older revision is refused. */
function keepConfiguration(server: FakeServer, begun: Partial<Configuration> = {}) {
  let kept = endpoints.configuration.get.data.parse({ ...configuration, ...begun });
  server.reply(endpoints.configuration.get, () => kept);
  const change = (values: Partial<Configuration>): Configuration => {
    kept = { ...kept, ...values, revision: kept.revision + 1 };
    return kept;
  };
  server.reply(
    endpoints.configuration.update,
    ({ body: { revision, servers, storeLinks, mapTileUrl, mapAttribution, ...body } }) => {
      if (revision !== kept.revision) throw new Refusal("A0440", messages.en["code.A0440"]);
      const fill = <Addresses extends object>(before: Addresses, given: object): Addresses => ({
        ...before,
        ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? ""])),
      });
      return change({
        ...body,
        servers: fill(kept.servers, servers ?? {}),
        storeLinks: fill(kept.storeLinks, storeLinks ?? {}),
        mapTileUrl: mapTileUrl ?? kept.mapTileUrl,
        mapAttribution: mapAttribution ?? kept.mapAttribution,
      });
    },
    messages.en["done.configurationSaved"],
  );
  return { change };
}

async function openForm(begun?: Partial<Configuration>) {
  let kept: ReturnType<typeof keepConfiguration> | undefined;
  const server = await openConsole({
    at: address,
    prepare: (fake) => {
      kept = keepConfiguration(fake, begun);
    },
  });
  await expect.element(field(text("configuration.brand"))).toBeVisible();
  if (kept === undefined) throw new Error("the configuration is not kept");
  return { server, ...kept };
}

test("applies a changed brand and minimum width immediately, without loading the page again [R9.3, R2.4]", async () => {
  const { server } = await openForm();
  const countPlantCalls = () =>
    [...Object.values(endpoints.station), ...Object.values(endpoints.device)].flatMap((endpoint) =>
      server.listCalls(endpoint),
    ).length;
  const before = countPlantCalls();
  await field(text("configuration.brand")).fill("Sunrise");
  await field(text("configuration.minimumWidth")).fill("1800");
  await save();
  await expect.element(page.getByText(messages.en["done.configurationSaved"])).toBeVisible();
  await expect.poll(brandShown).toBe("Sunrise");
  await expect.poll(rootFontPx).toBeCloseTo(1800 / 192, 3);
  // The console is laid out for 1800 px now, in a window of 1520.
  expect(layoutWidth()).toBe(1800);
  expect(countPlantCalls()).toBe(before);

  await page.viewport(1920, 1010);
  await expect.poll(rootFontPx).toBe(10);
  expect(layoutWidth()).toBe(1920);

  go("/401");
  await expect.element(page.getByRole("heading", { name: text("noPermission.title") })).toBeVisible();
  expect(brandShown()).toBe("Sunrise");
});

test("keeps the address of map tiles and whom the map names", async () => {
  const { server } = await openForm();
  await field(text("configuration.mapTileUrl")).fill("https://tiles.example.org/{z}/{x}/{y}.png");
  await field(text("configuration.mapAttribution")).fill("© Tiles Ltd");
  await save();
  await expect
    .poll(() => server.listCalls(endpoints.configuration.update).map(({ body }) => body))
    .toMatchObject([
      { mapTileUrl: "https://tiles.example.org/{z}/{x}/{y}.png", mapAttribution: "© Tiles Ltd" },
    ]);
});

test("follows a changed configuration when the page becomes visible after a minute, and offers its languages", async () => {
  const clock = useClock();
  let change: ReturnType<typeof keepConfiguration>["change"] | undefined;
  await openConsole({
    isSignedOut: true,
    at: "/login",
    prepare: (server) => {
      ({ change } = keepConfiguration(server));
    },
  });
  startConfig();
  await expect.poll(brandShown).toBe("Heliograph");
  change?.({ brand: "Moonrise", languages: ["th", "en"] });
  document.dispatchEvent(new Event("visibilitychange"));
  await clock.pass(1_000);
  expect(brandShown()).toBe("Heliograph");
  await clock.pass(61_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(brandShown).toBe("Moonrise");
  await page.getByRole("button", { name: /^Language/ }).click();
  await expect
    .poll(() =>
      [...document.querySelectorAll(".menu-item")]
        .filter((item) => item.checkVisibility())
        .map((item) => item.textContent),
    )
    .toEqual(["ไทย", "English"]);
});

test("shows configured store links with their codes on the download page, and no others [R2.18]", async () => {
  const { change } = await openForm();
  const storeLink = (name: string) => page.getByRole("link", { name, exact: true });
  const openDownload = async () => {
    go("/mobile/download");
    await expect.element(page.getByRole("heading", { level: 1, name: text("download.title") })).toBeVisible();
  };
  await openDownload();
  await expect.element(page.getByRole("link", { name: /store/iu })).not.toBeInTheDocument();
  go(address);
  const addresses = {
    "App Store": "https://apps.example.org/app/id1234567890",
    "Android store": "https://play.example.org/store/apps/details?id=org.example.solar",
  };
  await field(text("configuration.ios")).fill(addresses["App Store"]);
  await field(text("configuration.android")).fill(addresses["Android store"]);
  await save();
  await expect.element(page.getByText(messages.en["done.configurationSaved"])).toBeVisible();
  await openDownload();
  const drawings: string[] = [];
  for (const [name, link] of Object.entries(addresses)) {
    await expect.element(storeLink(name)).toHaveAttribute("href", link);
    const code = page.getByRole("img", { name: `QR code for ${name}` });
    await expect.element(code).toBeVisible();
    const drawing = code.element().querySelector("path")?.getAttribute("d") ?? "";
    expect(drawing).toMatch(/^M/);
    drawings.push(drawing);
  }
  expect(new Set(drawings).size).toBe(2);

  change({ storeLinks: { ios: addresses["App Store"], android: "" } });
  await reopenConsole();
  await expect.element(storeLink("App Store")).toBeVisible();
  await expect.element(storeLink("Android store")).not.toBeInTheDocument();
});

test("keeps what was typed where someone else saved in the meantime, and overwrites nothing", async () => {
  const { change } = await openForm();
  await field(text("configuration.brand")).fill("Mine");
  change({ minimumWidth: 1600 });
  await save();
  await expect.element(form.getByRole("alert")).toHaveTextContent(messages.en["code.A0440"]);
  await expect.element(field(text("configuration.brand"))).toHaveValue("Mine");
  go("/home");
  await expect.element(page.getByRole("region", { name: text("home.list"), exact: true })).toBeVisible();
  go(address);
  await form.getByRole("button", { name: text("configuration.loadNewer") }).click();
  await expect.element(field(text("configuration.minimumWidth"))).toHaveValue("1600");
  await field(text("configuration.brand")).fill("Mine");
  await save();
  await expect.poll(brandShown).toBe("Mine");
});

test("shows the reason beside each setting that is refused [R1.15]", async () => {
  await openForm();
  await field(text("configuration.minimumWidth")).fill("300");
  await save();
  await expect.element(form.getByText("Must be 1024 or more.")).toBeVisible();
  await field(text("configuration.minimumWidth")).fill("1520");
  await field(text("configuration.china")).fill("http://cn.example.org");
  await save();
  await expect.element(form.getByText("Enter an address such as https://solar.example.org.")).toBeVisible();
  await expect.element(field(text("configuration.china"))).toHaveFocus();
});

test("shows who changed which settings from which values to which, and the change just saved [R3.14]", async () => {
  const change: PlantLogRow = {
    logId: crypto.randomUUID(),
    at: "2026-05-04T09:00:00.000Z",
    kind: "operation",
    type: "configuration.update",
    actorId: crypto.randomUUID(),
    actorName: "Ana",
    objectType: "configuration",
    objectId: "",
    objectName: null,
    stationId: null,
    stationName: null,
    original: { ...configuration, brand: "Dawn" },
    new: {
      ...configuration,
      brand: "Dusk",
      servers: { ...configuration.servers, china: "https://cn.example.org" },
    },
    names: {},
    method: "api",
  };
  const { server } = await openForm();
  const history = page.getByRole("region", { name: text("configuration.history.title") });
  await expect.element(history.getByText(text("configuration.history.none"))).toBeVisible();
  server.reply(endpoints.configuration.history, { rows: [change], total: 1 });
  await field(text("configuration.brand")).fill("Dusk");
  await save();
  const row = history.getByRole("row").last();
  await expect.element(row).toMatchTextContent("Ana");
  await expect.element(row).toMatchTextContent("Dawn → Dusk");
  await row.getByRole("button").first().click();
  const drawer = page.getByRole("dialog");
  await expect.element(drawer.getByRole("row", { name: "Product name" })).toMatchTextContent("DawnDusk");
  await expect
    .element(drawer.getByRole("row", { name: "Server: China" }))
    .toMatchTextContent("https://cn.example.org");
  await expect.element(drawer.getByText("Minimum page width")).not.toBeInTheDocument();
});
