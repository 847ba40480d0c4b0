export const texts = {
  apiKeys: {
    intro:
      "Programs read your plants with a key instead of your password: scripts, dashboards, Prometheus. A key cannot change anything.",
    add: "Create key",
    none: "No API keys",
    noneText: "Keys you create appear here.",
    column: {
      name: "Name",
      state: "Status",
      key: "Key",
      rights: "Rights",
      plants: "Plants",
      expiresAt: "Expires",
      lastUsedAt: "Last used",
      actions: "Action",
    },
    state: {
      active: "Active",
      expired: "Expired",
      revoked: "Revoked",
    },
    plantsOf: {
      all: "All plants",
      chosen: "Selected plants",
    },
    permission: {
      station: "View plants",
      device: "View devices",
      alarm: "View alarms",
    },
    form: {
      name: "Name",
      nameHint: "The program that uses it, such as Grafana",
      rights: "Rights",
      rightsHint: "The key never has more rights than your account.",
      plants: "Plants",
      chosen: "Selected plants",
      days: "Valid for (days, 1–366)",
    },
    keyTitle: "Key {{name}}",
    key: "API key",
    keyText:
      "Store this key safely. It is shown only now. Send it as a bearer token: Authorization: Bearer …",
    copy: "Copy",
    copied: "The key has been copied.",
    done: "Done",
    revoke: "Revoke",
    revokeTitle: "Revoke {{name}}?",
    revokeText: "Programs that use this key lose access immediately. This cannot be undone.",
  },
};
