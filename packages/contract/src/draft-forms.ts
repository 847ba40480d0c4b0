/** Forms with drafts, each by the address of its call. */
export const draftForms = [
  "/account/add",
  "/account/invite",
  "/account/scope",
  "/account/update",
  "/alarm/comment",
  "/alarm/threshold/set",
  "/alarm/threshold/setPlant",
  "/alarm/webhook/add",
  "/alarm/webhook/update",
  "/company/add",
  "/company/update",
  "/customerType/add",
  "/customerType/update",
  "/role/add",
  "/role/update",
  "/system/config/update",
  "/system/firmware/update",
  "/system/maintenance/add",
  "/system/maintenance/update",
  "/system/provider/add",
  "/system/provider/update",
  "/user/settings/bind",
  "/user/settings/updateAlarmMails",
  "/user/settings/updateUserInfo",
  "/workData/device/add",
  "/workData/powerStation/add",
  "/workData/powerStation/correction/add",
  "/workData/powerStation/settings",
  "/workData/powerStation/share",
  "/workData/powerStation/sharePlants",
  "/workData/powerStation/transfer",
  "/workData/powerStation/update",
] as const;
export type DraftForm = (typeof draftForms)[number];

const secretNames = /passw|pwd|secret|token|credential|codes?$/i;
/** As a name or its last word: `newPin`, `card_pin`, and not `spin`. */
const secretWords = /(^|[^a-z])(pass|pin|otp)$|[a-z](Pass|Pin|Otp|PIN|OTP)$|^(PASS|PIN|OTP)$/;

/**
 * Names of fields that are never stored in a draft: passwords, codes and the like. It protects our own forms from storing
 * one by mistake; a user could still store one under another name.
 */
export const isSecretName = (name: string): boolean => secretNames.test(name) || secretWords.test(name);
