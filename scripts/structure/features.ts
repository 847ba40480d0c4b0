import type { Sources } from "./read-sources.ts";

const FOLDER = "apps/web/src/features/";

/** What each feature of the console shows, in the order of the console's menu, then what has no entry there. */
export const FEATURES: Readonly<Record<string, string>> = {
  home: "home page: totals, map, plant list",
  station: "overview, devices and earnings of a plant, and adding a device",
  "station-editor": "forms to add and edit a plant: fields, location, tariff, picture",
  layout: "roof view of a plant and its editor",
  members: "who has access to a plant: sharing, transfer, settings, deleting",
  safety: "rapid shutdown of a plant, drills, records; held plants",
  commands: "commands of a plant",
  commissioning: "expected devices of a plant",
  corrections: "days of a plant set to a reference",
  reports: "reports on demand and by schedule",
  control: "data list: devices of all plants",
  import: "import of devices from files",
  device: "page of a device and its tabs",
  alarms: "alarm lists, an alarm, the alarm log, thresholds of a plant",
  webhooks: "webhooks and their deliveries",
  compare: "comparison of plants",
  earnings: "earnings of all plants",
  account: "accounts of others, and inviting them",
  company: "company and the tree of companies",
  "api-keys": "API keys, and values by MQTT",
  system:
    "pages of System (`/system/setup/<tab>`), each in a folder, listed in `features/system/system-tabs.ts`",
  personal: "the signed-in user's profile, settings, password, factors and sessions",
  session: "sign-in, registration, forgotten password",
  phone: "pages for phones: plants, a plant, adding and replacing devices, working on the roof",
  agreement: "agreement, privacy, manual",
  solutions: "pages about the systems (addresses: `features/solutions/kinds.ts`), and the leaflet",
  public: "pages without a session: brochure, datasheet, downloads, shared pictures",
};

/** Addresses in the routes file of each feature. */
export function readFeatureAddresses(sources: Sources): Map<string, string[]> {
  const routes = [...sources].filter(([path]) => path.startsWith(FOLDER) && path.endsWith(".routes.tsx"));
  return new Map(
    routes.map(([path, text]) => [
      path.slice(FOLDER.length).split("/")[0] ?? "",
      [...new Set([...text.matchAll(/"(\/[^"]+)"/g)].map(([, address = ""]) => address))],
    ]),
  );
}
