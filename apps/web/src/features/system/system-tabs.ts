import type { ComponentType } from "react";
import type { MessageKey, Part } from "../../shared/base/i18n/i18n.ts";
import type { RequiredPermission } from "../../shared/session/permissions.ts";
import type { IconName } from "../../shared/ui/content/icon.tsx";

export interface SystemTab {
  /** Last part of the address: `/system/setup/:tab` (R2.9). */
  readonly tab: string;
  readonly titleKey: MessageKey;
  readonly icon: IconName;
  readonly needs: RequiredPermission;
  readonly texts: readonly Part[];
  readonly load: () => Promise<ComponentType<{ readonly tab: string }>>;
}

/** Pages of System in the order of the menu; finished ones only. */
export const systemTabs: readonly SystemTab[] = [
  {
    tab: "roles",
    titleKey: "title.roles",
    icon: "lock",
    needs: "role:read",
    texts: ["system", "blocks"],
    load: async () => (await import("./rights/rights-tabs.tsx")).RolesTab,
  },
  {
    tab: "types",
    titleKey: "title.types",
    icon: "person",
    needs: "customerType:read",
    texts: ["system", "blocks"],
    load: async () => (await import("./rights/rights-tabs.tsx")).TypesTab,
  },
  {
    tab: "permissions",
    titleKey: "title.permissions",
    icon: "lock",
    needs: "account:read",
    texts: ["system", "blocks"],
    load: async () => (await import("./rights/permissions-tab.tsx")).PermissionsTab,
  },
  {
    tab: "alarms",
    titleKey: "frame.alarmSettings",
    icon: "bell",
    // As its calls: thresholds of a plant need another permission.
    needs: "system:config",
    texts: ["faults", "blocks"],
    load: async () => (await import("./alarm-settings/alarm-settings-tab.tsx")).AlarmSettingsTab,
  },
  {
    tab: "controller",
    titleKey: "title.controller",
    icon: "wrench",
    needs: "device:parameters",
    texts: ["commands", "console", "blocks"],
    load: async () => (await import("./controller/controller-tab.tsx")).ControllerTab,
  },
  {
    tab: "firmware",
    titleKey: "title.firmware",
    icon: "box",
    needs: "firmware:read",
    texts: ["firmware", "blocks"],
    load: async () => (await import("./firmware/firmware-tab.tsx")).FirmwareTab,
  },
  {
    tab: "upgrades",
    titleKey: "title.upgrades",
    icon: "update",
    needs: "firmware:upgrade",
    texts: ["upgrades", "blocks"],
    load: async () => (await import("./upgrades/upgrades-tab.tsx")).UpgradesTab,
  },
  {
    tab: "confirmations",
    titleKey: "title.confirmations",
    icon: "lock",
    needs: "account:edit",
    texts: ["system", "blocks"],
    load: async () => (await import("./confirmations/confirmations-tab.tsx")).ConfirmationsTab,
  },
  {
    tab: "maintenance",
    titleKey: "title.maintenance",
    icon: "wrench",
    needs: "system:maintenance",
    texts: ["maintenance", "blocks"],
    load: async () => (await import("./maintenance/maintenance-tab.tsx")).MaintenanceTab,
  },
  {
    tab: "providers",
    titleKey: "title.providers",
    icon: "mail",
    needs: "system:provider",
    texts: ["system", "blocks"],
    load: async () => (await import("./providers/providers-tab.tsx")).ProvidersTab,
  },
  {
    tab: "logs",
    titleKey: "title.logs",
    icon: "book",
    needs: "system:log",
    texts: ["logs", "faults", "commands", "upgrades", "blocks"],
    load: async () => (await import("./logs/logs-tab.tsx")).LogsTab,
  },
  {
    tab: "status",
    titleKey: "title.engineStatus",
    icon: "server",
    needs: "system:config",
    texts: ["system", "blocks"],
    load: async () => (await import("./engine-status/engine-status-tab.tsx")).EngineStatusTab,
  },
  {
    tab: "configuration",
    titleKey: "title.configuration",
    icon: "gear",
    needs: "system:config",
    texts: ["system", "logs", "faults", "blocks"],
    load: async () => (await import("./configuration/configuration-tab.tsx")).ConfigurationTab,
  },
];

export const systemPath = (tab: string): string => `/system/setup/${tab}`;
