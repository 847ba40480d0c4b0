/** The forms of which a draft is kept, each by the address of the call it makes. */
export const draftForms = [
  "/account/add",
  "/account/invite",
  "/account/scope",
  "/account/update",
  "/company/add",
  "/company/update",
  "/customerType/add",
  "/customerType/update",
  "/role/add",
  "/role/update",
  "/system/config/update",
  "/system/maintenance/add",
  "/system/maintenance/update",
  "/system/provider/add",
  "/system/provider/update",
  "/user/settings/bind",
  "/user/settings/updateUserInfo",
  "/workData/device/add",
  "/workData/powerStation/add",
  "/workData/powerStation/settings",
  "/workData/powerStation/share",
  "/workData/powerStation/transfer",
  "/workData/powerStation/update",
] as const;
export type DraftForm = (typeof draftForms)[number];

/** Names of fields that no draft holds: passwords, codes and the like. */
export const isSecretName = (name: string): boolean => /passw|secret|token|credential|code$/i.test(name);
