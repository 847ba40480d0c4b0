import type { FaultText } from "../fault-text.ts";
import type { SecurityFaultName } from "../faults.ts";

export const securityTexts: Readonly<Record<SecurityFaultName, FaultText>> = {
  logChainBroken: {
    name: "Log chain broken",
    cause:
      "A row of the log is missing or differs from what was sealed: the database was changed or an older backup was restored.",
    effect: "The log no longer shows reliably what happened after this row.",
    remedy:
      "Find out who has access to the database, save a copy of it, and compare it with your last backup.",
  },
  rootReset: {
    name: "ROOT password reset",
    cause: "The password of the ROOT account was reset at the terminal of the server.",
    effect: "The old password no longer works.",
    remedy:
      "If none of your administrators did this, someone else has access to the server: change its credentials and check its users.",
  },
  manySignInFailures: {
    name: "Many failed sign-ins",
    cause: "Many sign-ins with a wrong password or code were refused in a short time.",
    effect: "Further attempts are delayed. None of these attempts was given access.",
    remedy:
      "Check the addresses in the log and block them in the firewall if the attempts go on. Accounts with a second factor are protected.",
  },
  sessionReplay: {
    name: "Sign-in token reused",
    cause: "A token that had been used before was presented again. Someone may have copied it.",
    effect: "The session was ended, and the user has to sign in again.",
    remedy:
      "Ask the user about it. If there is no explanation, have the password changed and the computer checked for malware.",
  },
  claimLocked: {
    name: "Gateway claim locked",
    cause: "Too many wrong registration codes were tried for this serial number.",
    effect: "The gateway cannot be claimed for an hour.",
    remedy:
      "Compare the code with the label of the gateway. If it was not being installed, watch for further attempts.",
  },
  duplicateGateway: {
    name: "Gateway identity used twice",
    cause:
      "Two connections with the credentials of this gateway replace each other: its credentials were copied, or two devices have the same configuration.",
    effect: "Data and commands of the plant are unreliable.",
    remedy:
      "Find the second device and switch it off. Then have the gateway claimed again, so that it gets a new secret.",
  },
  reportNumberReused: {
    name: "Report number reused",
    cause:
      "The gateway sent a report under a number it had used for other content: its memory was restored, or someone sends data in its name.",
    effect: "The first report counts. The second is kept as evidence.",
    remedy:
      "Check whether the gateway was reset or replaced. If not, have it claimed again, so that it gets a new secret.",
  },
  otherPlantUnits: {
    name: "Units of another plant",
    cause: "The gateway reported units that belong to another plant or company.",
    effect: "Their data is rejected, and they stay in their plant.",
    remedy:
      "Check the serial numbers. If the units were moved on purpose, remove them from their earlier plant first.",
  },
  tooManyUnits: {
    name: "Too many units",
    cause: "The gateway announced more units than one gateway may have.",
    effect: "The units above the limit are not adopted.",
    remedy: "Check the configuration of the gateway, and divide the units among several gateways.",
  },
  wrongSessionReply: {
    name: "Reply from a wrong session",
    cause:
      "A reply to a command came from a session that is not the current one of the gateway, or repeated the final reply of an earlier session.",
    effect: "The reply was ignored and changes nothing.",
    remedy:
      "Check which tools are connected as this gateway. If there are none, have the gateway claimed again, so that it gets a new secret.",
  },
};
