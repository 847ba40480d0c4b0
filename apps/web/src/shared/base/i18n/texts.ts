import type { texts as account } from "./locales/account/en.ts";
import type { texts as agreement } from "./locales/agreement/en.ts";
import type { texts as apiKeys } from "./locales/api-keys/en.ts";
import type { texts as base } from "./locales/base/en.ts";
import type { texts as blocks } from "./locales/blocks/en.ts";
import type { texts as brochure } from "./locales/brochure/en.ts";
import type { texts as commands } from "./locales/commands/en.ts";
import type { texts as commissioning } from "./locales/commissioning/en.ts";
import type { texts as compare } from "./locales/compare/en.ts";
import type { texts as console } from "./locales/console/en.ts";
import type { texts as controlList } from "./locales/control-list/en.ts";
import type { texts as corrections } from "./locales/corrections/en.ts";
import type { texts as datasheet } from "./locales/datasheet/en.ts";
import type { texts as deviceImport } from "./locales/device-import/en.ts";
import type { texts as deviceMoves } from "./locales/device-moves/en.ts";
import type { texts as earnings } from "./locales/earnings/en.ts";
import type { texts as faults } from "./locales/faults/en.ts";
import type { texts as firmware } from "./locales/firmware/en.ts";
import type { texts as fleet } from "./locales/fleet/en.ts";
import type { texts as fleetEarnings } from "./locales/fleet-earnings/en.ts";
import type { texts as frame } from "./locales/frame/en.ts";
import type { texts as layout } from "./locales/layout/en.ts";
import type { texts as layoutEditor } from "./locales/layout-editor/en.ts";
import type { texts as listViews } from "./locales/list-views/en.ts";
import type { texts as logs } from "./locales/logs/en.ts";
import type { texts as maintenance } from "./locales/maintenance/en.ts";
import type { texts as phone } from "./locales/phone/en.ts";
import type { texts as plantEditor } from "./locales/plant-editor/en.ts";
import type { texts as plantList } from "./locales/plant-list/en.ts";
import type { texts as publicPages } from "./locales/public/en.ts";
import type { texts as registration } from "./locales/registration/en.ts";
import type { texts as reports } from "./locales/reports/en.ts";
import type { texts as safety } from "./locales/safety/en.ts";
import type { texts as safetyPages } from "./locales/safety-pages/en.ts";
import type { texts as security } from "./locales/security/en.ts";
import type { texts as sharing } from "./locales/sharing/en.ts";
import type { texts as siteWork } from "./locales/site-work/en.ts";
import type { texts as solution } from "./locales/solution/en.ts";
import type { texts as system } from "./locales/system/en.ts";
import type { texts as unitCurve } from "./locales/unit-curve/en.ts";
import type { texts as unplaced } from "./locales/unplaced/en.ts";
import type { texts as upgrades } from "./locales/upgrades/en.ts";
import type { texts as weather } from "./locales/weather/en.ts";
import type { texts as webhooks } from "./locales/webhooks/en.ts";

/** Shape of a language's texts: English is where a key is declared. */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

/** Every part: a folder in `locales`, loaded with the pages that need it. No two parts share a first key. */
interface Parts {
  /** Texts that every page uses: titles, actions, sign-in, states, errors. */
  readonly base: typeof base;
  /** The frame around the pages of the console. */
  readonly frame: typeof frame;
  /** Shared components: tables, forms, ranges, background tasks. */
  readonly blocks: typeof blocks;
  /** Home, plant, plant editor and the page of a device. */
  readonly console: typeof console;
  /** Location, tariff and picture in the plant editor. */
  readonly "plant-editor": typeof plantEditor;
  /** Corrections of a plant's days: their page. */
  readonly corrections: typeof corrections;
  /** Commands to devices and their parameters. */
  readonly commands: typeof commands;
  /** Reports of plants: their pages. */
  readonly reports: typeof reports;
  /** Earnings of a plant and of all plants. */
  readonly earnings: typeof earnings;
  /** Figures of all plants on home. */
  readonly fleet: typeof fleet;
  /** Comparison of plants. */
  readonly compare: typeof compare;
  /** Page of the earnings of all plants. */
  readonly "fleet-earnings": typeof fleetEarnings;
  /** Filters and cards of the plant list, and what is done with selected plants. */
  readonly "plant-list": typeof plantList;
  /** Saved views of lists. */
  readonly "list-views": typeof listViews;
  /** The data list of devices. */
  readonly "control-list": typeof controlList;
  /** Import of devices from a file. */
  readonly "device-import": typeof deviceImport;
  readonly "device-moves": typeof deviceMoves;
  readonly unplaced: typeof unplaced;
  /** Expected devices of a plant against those found. */
  readonly commissioning: typeof commissioning;
  /** Measured values of a device over a day. */
  readonly "unit-curve": typeof unitCurve;
  /** Accounts, personal centre, company. */
  readonly account: typeof account;
  /** Second step of sign-in, password confirmation, sessions and second factors of an account. */
  readonly security: typeof security;
  /** Registration, forgotten and changed passwords, verification codes. */
  readonly registration: typeof registration;
  /** Rapid shutdown and reset of a plant. */
  readonly safety: typeof safety;
  /** Shutdowns of all plants, and the records, drills and responder page of one. */
  readonly "safety-pages": typeof safetyPages;
  /** The console on a phone: plants, a plant, public plants. */
  readonly phone: typeof phone;
  /** Public pages: product information, the app. */
  readonly public: typeof publicPages;
  readonly datasheet: typeof datasheet;
  readonly brochure: typeof brochure;
  /** Page around the user manual and the agreement; their own text is in the feature. */
  readonly agreement: typeof agreement;
  /** Members of a plant, its transfer and settings, and plants offered to the user. */
  readonly sharing: typeof sharing;
  /** Physical and logical layout of a plant. */
  readonly layout: typeof layout;
  /** The editor of a plant's layout. */
  readonly "layout-editor": typeof layoutEditor;
  /** Site work at a plant, on its page and beside its alarms. */
  readonly "site-work": typeof siteWork;
  /** Solution pages and leaflet. */
  readonly solution: typeof solution;
  /** Roles, account types and the permission tree, service contacts and configuration in System. */
  readonly system: typeof system;
  /** Logs in System: columns, and the names of all types and fields. */
  readonly logs: typeof logs;
  /** Alarms: their pages, and name, cause, effect and remedy of fault codes. */
  readonly faults: typeof faults;
  /** Announced and running maintenance, and its management. */
  readonly maintenance: typeof maintenance;
  /** Irradiance and air temperature on a plant's page, and what is wrong with its location. */
  readonly weather: typeof weather;
  /** The firmware store in System. */
  readonly firmware: typeof firmware;
  /** Upgrades of devices. */
  readonly upgrades: typeof upgrades;
  /** Webhooks about alarms and their deliveries. */
  readonly webhooks: typeof webhooks;
  /** Keys with which programs read the account's plants. */
  readonly "api-keys": typeof apiKeys;
}

export type Part = keyof Parts;

type Merged<Each> = (Each extends unknown ? (part: Each) => void : never) extends (part: infer All) => void
  ? All
  : never;

export type Messages = Texts<Merged<Parts[Part]>>;
