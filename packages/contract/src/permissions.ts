import { z } from "zod";

/** One node of the permission tree; `name` is a key of the message catalogue. */
interface Node {
  readonly id: string;
  readonly children?: readonly Node[];
}

/** The whole tree of permissions, fixed here. What an account may do = nodes of its customer type ∩ nodes of its role. */
export const permissionTree = [
  {
    id: "station",
    children: [
      { id: "station:read" },
      { id: "station:add" },
      { id: "station:edit" },
      { id: "station:delete" },
      { id: "station:share" },
      { id: "station:transfer" },
      { id: "station:shutdown" },
      { id: "station:reset" },
      { id: "station:tariff" },
      { id: "station:correct" },
      { id: "station:layout" },
    ],
  },
  {
    id: "device",
    children: [
      { id: "device:read" },
      { id: "device:add" },
      { id: "device:edit" },
      { id: "device:delete" },
      { id: "device:register" },
      { id: "device:import" },
      { id: "device:command" },
      { id: "device:parameters" },
    ],
  },
  {
    id: "alarm",
    children: [{ id: "alarm:read" }, { id: "alarm:clear" }, { id: "alarm:thresholds" }],
  },
  {
    id: "firmware",
    children: [
      { id: "firmware:read" },
      { id: "firmware:upload" },
      { id: "firmware:upgrade" },
      { id: "firmware:internal" },
    ],
  },
  {
    id: "account",
    children: [
      { id: "account:read" },
      { id: "account:add" },
      { id: "account:edit" },
      { id: "account:delete" },
    ],
  },
  {
    id: "company",
    children: [
      { id: "company:read" },
      { id: "company:add" },
      { id: "company:edit" },
      { id: "company:delete" },
    ],
  },
  { id: "role", children: [{ id: "role:read" }, { id: "role:edit" }] },
  {
    id: "customerType",
    children: [{ id: "customerType:read" }, { id: "customerType:edit" }, { id: "customerType:override" }],
  },
  {
    id: "system",
    children: [
      { id: "system:config" },
      { id: "system:provider" },
      { id: "system:maintenance" },
      { id: "system:log" },
    ],
  },
] as const satisfies readonly Node[];

type Ids<N> = N extends { id: infer Id extends string; children: readonly (infer C)[] }
  ? Id | Ids<C>
  : N extends { id: infer Id extends string }
    ? Id
    : never;

/** Id of a permission node. */
export type PermissionId = Ids<(typeof permissionTree)[number]>;

/** Every node id in tree order, areas before their parts. */
export const permissionIds: readonly PermissionId[] = permissionTree.flatMap((area) => [
  area.id,
  ...area.children.map((child) => child.id),
]);

/**
 * Nodes about a whole company or the platform: companies, their roles and types, settings, the device register, the
 * firmware store. An account limited to chosen plants (R6.6) does not have them, whatever its role.
 */
export const companyWideIds: ReadonlySet<string> = new Set<PermissionId>([
  "device:register",
  "firmware:upload",
  "firmware:internal",
  "company:add",
  "company:edit",
  "company:delete",
  "role:edit",
  "customerType:edit",
  "customerType:override",
  "system:config",
  "system:provider",
  "system:maintenance",
]);

/** A node's id in a body or a response. */
export const permissionId = z.enum(permissionIds as readonly [PermissionId, ...PermissionId[]]);

const readAll: readonly PermissionId[] = [
  "station",
  "station:read",
  "device",
  "device:read",
  "alarm",
  "alarm:read",
];

/** Operation of other users' plants: read, clear alarms, parameters, commands, upgrades. */
const serve: readonly PermissionId[] = [
  ...readAll,
  "alarm:clear",
  "device:parameters",
  "device:command",
  "firmware",
  "firmware:read",
  "firmware:upgrade",
];

const operate: readonly PermissionId[] = [
  ...readAll,
  "station:add",
  "station:edit",
  "station:share",
  "station:shutdown",
  "station:reset",
  "station:tariff",
  "station:correct",
  "station:layout",
  "device:add",
  "device:edit",
  "device:command",
  "device:parameters",
  "alarm:clear",
  "alarm:thresholds",
  "firmware",
  "firmware:read",
  "firmware:upgrade",
];

const administer: readonly PermissionId[] = [
  ...operate,
  "station:delete",
  "station:transfer",
  "device:delete",
  "device:import",
  "account",
  "account:read",
  "account:add",
  "account:edit",
  "account:delete",
  "role",
  "role:read",
  "role:edit",
  "company",
  "company:read",
  "company:edit",
];

const own: readonly PermissionId[] = operate
  .filter((id) => !id.startsWith("firmware"))
  .concat(["station:delete", "station:transfer", "device:delete"]);

/** The seeded matrix: customer types, their roles and permissions. `code` permanently identifies the built-in row. */
export const seededMatrix = [
  {
    code: "platform-operator",
    permissionIds,
    roles: [
      { code: "ROOT", permissionIds },
      { code: "platform-administrator", permissionIds },
      {
        code: "platform-support",
        permissionIds: [
          ...serve,

          "account",
          "account:read",
          "company",
          "company:read",
          "role",
          "role:read",
          "customerType",
          "customerType:read",
          "system",
          "system:log",
        ],
      },
    ],
  },
  {
    code: "service-channel-distributor",
    permissionIds: [...administer, "company:add", "company:delete"],
    roles: [
      { code: "distributor-administrator", permissionIds: [...administer, "company:add", "company:delete"] },
      { code: "distributor-engineer", permissionIds: operate },
      { code: "distributor-viewer", permissionIds: readAll },
    ],
  },
  {
    code: "installer-company",
    permissionIds: administer,
    roles: [
      { code: "installer-administrator", permissionIds: administer },
      { code: "installer-engineer", permissionIds: operate },
      { code: "installer-viewer", permissionIds: readAll },
    ],
  },
  {
    code: "service-provider",
    permissionIds: serve,
    roles: [
      {
        code: "provider-engineer",
        permissionIds: serve,
      },
      { code: "provider-viewer", permissionIds: readAll },
    ],
  },
  {
    code: "plant-owner",
    permissionIds: own,
    roles: [
      { code: "owner", permissionIds: own },
      { code: "family", permissionIds: [...readAll, "station:shutdown"] },
    ],
  },
] as const satisfies readonly {
  code: string;
  permissionIds: readonly PermissionId[];
  roles: readonly { code: string; permissionIds: readonly PermissionId[] }[];
}[];
