import type { Language } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { AccountAdminService } from "../account-admin/account-admin.service.ts";
import type { CompaniesService } from "../companies/companies.service.ts";
import type { IdentityService } from "../identity/identity.service.ts";
import { createServerKeys } from "../identity/server-keys.service.ts";
import { createBind } from "./bind.ts";
import { createCodeRequests } from "./code-requests.ts";
import type { CodeTarget } from "./codes.ts";
import { createCodes } from "./codes.ts";
import { createContactRelease } from "./contact-release.ts";
import { createForgottenPassword } from "./forgotten-password.ts";
import { createInvitations } from "./invitations.ts";
import { createRegister } from "./register.ts";
import { createTryCode } from "./try-code.ts";

/** Verification codes and what users do with them (register, bind, reset the password), and invitations. */
export function createRegistrationService(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  ownAddress: OwnAddress;
  accountAdmin: AccountAdminService;
  companies: CompaniesService;
  identity: IdentityService;
}) {
  const { db, clock } = deps;
  const codes = createCodes({ db, clock, serverKeys: createServerKeys(db) });
  const requests = createCodeRequests({ ...deps, codes });
  const tryCode = createTryCode({ db, clock, codes });
  const invitations = createInvitations(deps);
  const contactRelease = createContactRelease(deps);

  return {
    requestCode: (options: CodeTarget & { address: string; language: Language }) => codes.request(options),

    /** Throws A0240 for a wrong code; a correct one can still be used. */
    async checkCode(typed: CodeTarget & { code: string; address: string }): Promise<void> {
      await tryCode(typed);
    },

    register: createRegister({ ...deps, codes, tryCode, invitations, contactRelease }),
    updateForgottenPassword: createForgottenPassword({ ...deps, codes, tryCode, contactRelease }),
    bind: createBind({ ...deps, codes, tryCode, contactRelease }),
    invite: invitations.invite,
    getInvitation: invitations.get,

    /** Sends the requested codes; one process calls it periodically. */
    sendRequested: requests.work,
    sweep: codes.sweep,
  };
}

export type RegistrationService = ReturnType<typeof createRegistrationService>;
