import { existsSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { Browser, Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import type { LayoutServer } from "./layout-server.ts";
import { readLayout, withLayoutServer } from "./layout-server.ts";
import { memoryOf } from "./processes.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { median, percentile } from "./report.ts";
import { withResource } from "./resources.ts";
import { startCpuClock } from "./tree-cpu.ts";

/** The first of them are read by code that is not compiled yet. */
const DAYS = 9;
/** Requests of each day file after the first. */
const AGAIN = 5;
const VIEWPORT = { width: 1520, height: 1010 };
const MOVES = 180;
/** Ends the wait for a day that is played, which takes 24 s. */
const PLAYED_MS = 240_000;
const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const roof = { name: /^Roof with/ };
const playing = { name: "Play", exact: true, disabled: false };
const debian = "/usr/bin/chromium";

/** Time from the request of a day file to its last byte, ms, and its size in bytes as it is sent. */
async function timeDayFile({ http, authorization, stationId }: LayoutServer, day: string) {
  const begunAt = performance.now();
  const response = await fetch(`${http}/api/workData/layout/day?stationId=${stationId}&day=${day}`, {
    headers: { authorization },
  });
  const { byteLength } = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`day file of ${day}: ${response.status}`);
  return { ms: performance.now() - begunAt, bytes: byteLength };
}

async function measureDayFiles(server: LayoutServer): Promise<BenchRow[]> {
  const firsts: number[] = [];
  const agains: number[] = [];
  let bytes = 0;
  for (const day of server.days) {
    const first = await timeDayFile(server, day);
    firsts.push(first.ms);
    bytes = Math.max(bytes, first.bytes);
    for (let index = 0; index < AGAIN; index++) agains.push((await timeDayFile(server, day)).ms);
  }
  const name = `day file of ${server.modules} modules over HTTP`;
  return [
    {
      what: `${name}: first request of a day, p50`,
      value: median(firsts),
      unit: "ms",
      goal: "≤ 600",
      remark: `max ${Math.max(...firsts).toFixed(0)}`,
    },
    { what: `${name}: cached, p95`, value: percentile(agains, 0.95), unit: "ms", goal: "≤ 150" },
    { what: `${name}: size`, value: bytes / 1_000_000, unit: "MB", goal: "≤ 6" },
  ];
}

/** Memory of the browser's only page in MiB; a process kept for the next page has less. */
async function measureMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...pages.map(({ id }) => memoryOf([id]))) / MIB;
}

/** Opens the layout at noon of a day, signed in as the plant's owner; resolves when its values are shown. */
async function openLayout(page: Page, { http, authorization, stationId, days }: LayoutServer): Promise<void> {
  const expires = Date.now() + HOUR_MS;
  const session = {
    ...{ id: "bench", access_token: authorization, refresh_token: "", isSuper: false, isAnonymous: false },
    ...{ expires_time: expires, refresh_expires_time: expires, endpoint: "WEB", clockOffsetMs: 0 },
  };
  await page.addInitScript(
    `sessionStorage.setItem("heliograph.session", ${JSON.stringify(JSON.stringify(session))})`,
  );
  await page.goto(`${http}/#/station/${stationId}/layout?day=${days[0]}&minute=720&lang=en`);
  // Disabled without values.
  await page.getByRole("button", playing).waitFor();
  await page.getByRole("application", roof).waitFor();
}

/** Times between frames in ms while the roof is dragged to and fro. */
async function dragRoof(page: Page): Promise<number[]> {
  const box = await page.getByRole("application", roof).boundingBox();
  if (box === null) throw new Error("the roof is not shown");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -300);
  await page.evaluate(`
    globalThis.frameTimes = [];
    const note = (at) => { frameTimes.push(at); globalThis.nextFrame = requestAnimationFrame(note); };
    requestAnimationFrame(note);`);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move++) {
    const turn = (move / 60) * Math.PI;
    await page.mouse.move(middle.x + 120 * Math.sin(turn), middle.y + 60 * Math.sin(2 * turn));
  }
  await page.mouse.up();
  const times = (await page.evaluate("cancelAnimationFrame(nextFrame), frameTimes")) as number[];
  return times.slice(1).map((at, index) => at - (times[index] as number));
}

async function measureInBrowser(server: LayoutServer, browser: Browser): Promise<BenchRow[]> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const begunAt = performance.now();
  await openLayout(page, server);
  const shownMs = performance.now() - begunAt;
  const frames = await dragRoof(page);
  const atNoon = await measureMemory(browser);
  await page.getByRole("button", playing).click();
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.getByRole("button", playing).waitFor({ timeout: PLAYED_MS });
  const afterPlaying = await measureMemory(browser);
  const name = `page of ${server.modules} modules, ${VIEWPORT.width} × ${VIEWPORT.height}`;
  return [
    { what: `${name}: roof shown after`, value: shownMs / 1000, unit: "s" },
    {
      what: `${name}: dragged, frame p95`,
      value: percentile(frames, 0.95),
      unit: "ms",
      remark: `p50 ${percentile(frames, 0.5).toFixed(1)}, ${frames.length} frames`,
    },
    {
      what: `${name}: memory after the day was played`,
      value: afterPlaying,
      unit: "MiB",
      goal: "≤ 350",
      remark: `${atNoon.toFixed(0)} before`,
    },
  ];
}

/** The page of a large plant's layout on a server of its own: its day file over HTTP, and frames and memory in Chromium. */
export const measureLayoutPage = (modules: number): Promise<BenchRow[]> =>
  withLayoutServer({ modules, sampleDays: DAYS }, async (server) => {
    const layout = await readLayout(server);
    const { stationId } = server;
    const { revision } = await server.request<{ revision: number }>("POST", "saveDraft", {
      ...{ stationId, revision: null, layout },
    });
    await server.request("POST", "publish", { stationId, revision });
    await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
    const files = await measureDayFiles(server);
    const resource = {
      start: () =>
        chromium.launch({
          ...(existsSync(debian) && { executablePath: debian }),
          args: ["--no-sandbox", "--disable-gpu"],
        }),
      stop: (browser: Browser) => browser.close(),
    };
    return [...files, ...(await withResource(resource, (browser) => measureInBrowser(server, browser)))];
  });
