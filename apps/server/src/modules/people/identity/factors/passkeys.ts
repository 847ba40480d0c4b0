import type { BodyOf, DataInputOf, endpoints } from "@heliograph/contract";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { AppError } from "../../../../errors.ts";
import type { Clock } from "../../../../infra/clock.ts";
import { findSource } from "../../../../infra/find-source.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import type { SessionStart } from "../sessions/session-start.ts";
import type { StartedSession } from "../sessions/token-lifetime.ts";
import { createToken } from "../sessions/token-values.ts";
import type { Origin } from "../sign-in/verified-account.ts";
import {
  consumeCeremony,
  countCeremonies,
  findCredential,
  insertCeremony,
  insertPasskey,
  listCredentialIds,
  markPasskeyUsed,
} from "./passkeys.repository.ts";
import { getFactorState } from "./second-factors.repository.ts";
import type { SecondFactors } from "./second-factors.ts";

// EdDSA, ES256, RS256 (COSE numbers): every authenticator supports one of them.
const ALGORITHMS = [-8, -7, -257];
const CEREMONY_LIFETIME_MS = 5 * 60_000;
// A reload of the sign-in page may start one; far above what people do and far below what fills a table.
const MAX_OPEN_PER_ADDRESS = 60;

type StartedCeremony = DataInputOf<typeof endpoints.token.beginPasskey>;
type AddBody = BodyOf<typeof endpoints.secondFactor.addPasskey>;
type SignInBody = BodyOf<typeof endpoints.token.passkey>;

interface From {
  /** The console's own origin; passkeys belong to its host. */
  origin: string | undefined;
  address: string;
}

/** The relying party of passkeys: the host of the console. */
function relyingPartyOf(address: string | undefined): { origin: string; rpID: string } {
  if (address === undefined) throw new Error("the request has no origin");
  const { origin, hostname } = new URL(address);
  return { origin, rpID: hostname };
}

/**
 * Passkeys: the device stores a key and asks for fingerprint, face or PIN before it signs, so one passkey is two factors
 * and signs in without a password.
 */
export function createPasskeys(options: {
  db: Db;
  clock: Clock;
  start: SessionStart;
  factors: SecondFactors;
}) {
  const { db, clock, start, factors } = options;

  async function begin<Options extends { challenge: string }>(
    requested: Options,
    { address: from, accountId }: { address: string; accountId?: string },
  ): Promise<StartedCeremony> {
    const now = clock.now();
    const address = findSource(from);
    const open = await countCeremonies(db, { address, expiringAfter: new Date(now) });
    if (open >= MAX_OPEN_PER_ADDRESS) throw new AppError("A0501", { retryAfterS: 60 });
    const ceremony = createToken();
    const expiresAt = new Date(now + CEREMONY_LIFETIME_MS);
    await insertCeremony(db, { ceremony, accountId, challenge: requested.challenge, address, expiresAt });
    return { ceremony, options: { ...requested } };
  }

  async function verifyAdded(challenge: string, { credential, origin }: Pick<AddBody, "credential"> & From) {
    const relyingParty = relyingPartyOf(origin);
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: credential as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: relyingParty.origin,
        expectedRPID: relyingParty.rpID,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (verified) return registrationInfo.credential;
    } catch (error) {
      // Every error of the library is about the browser's response.
      throw new AppError("A0402", { cause: error });
    }
    throw new AppError("A0402");
  }

  async function verifySignature(
    challenge: string,
    { credential, origin }: Pick<SignInBody, "credential"> & From,
  ) {
    const relyingParty = relyingPartyOf(origin);
    const known = await findCredential(db, credential.id);
    if (!known) throw new AppError("A0200");
    const { credentialId: id, counter } = known;
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: credential as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: relyingParty.origin,
        expectedRPID: relyingParty.rpID,
        credential: { id, publicKey: new Uint8Array(known.publicKey), counter },
      });
      if (verified) return { known, newCounter: authenticationInfo.newCounter };
    } catch (error) {
      throw new AppError("A0200", { cause: error });
    }
    throw new AppError("A0200");
  }

  return {
    async beginAddPasskey(scope: Scope, from: From): Promise<StartedCeremony> {
      const accountId = scope.accountId as string;
      const { label } = await factors.getState(accountId);
      const known = await listCredentialIds(db, accountId);
      const requested = await generateRegistrationOptions({
        rpName: "Heliograph",
        rpID: relyingPartyOf(from.origin).rpID,
        userName: label,
        userID: new TextEncoder().encode(accountId),
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      return await begin(requested, { address: from.address, accountId });
    },

    /** Throws A0440 for a ceremony that is no longer open, A0402 for a response that does not match it. */
    async addPasskey(
      scope: Scope,
      { ceremony, name, credential, ...from }: AddBody & From,
    ): Promise<DataInputOf<typeof endpoints.secondFactor.addPasskey>> {
      const accountId = scope.accountId as string;
      const createdAt = new Date(clock.now());
      const challenge = await consumeCeremony(db, { ceremony, accountId, at: createdAt });
      if (challenge === undefined) throw new AppError("A0440");
      const {
        id,
        publicKey,
        counter,
        transports = [],
      } = await verifyAdded(challenge, { credential, ...from });
      await factors.loadKeys();
      return await db.transaction().execute(async (trx) => {
        const passkey = { accountId, credentialId: id, publicKey, counter, transports, name, createdAt };
        const passkeyId = await insertPasskey(trx, passkey);
        await writeAudit(trx, {
          kind: "security",
          type: "second-factor.passkey-added",
          actorId: accountId,
          companyId: scope.companyId,
          objectType: "passkey",
          objectId: passkeyId,
          method: "api",
          address: from.address,
        });
        const { recoveryCodesLeft } = await getFactorState(trx, accountId);
        const recoveryCodes = recoveryCodesLeft > 0 ? [] : await factors.renewRecoveryCodes(trx, accountId);
        return { passkeyId, recoveryCodes };
      });
    },

    async beginPasskeySignIn(from: From): Promise<StartedCeremony> {
      const requested = await generateAuthenticationOptions({
        rpID: relyingPartyOf(from.origin).rpID,
        userVerification: "required",
      });
      return await begin(requested, { address: from.address });
    },

    /** Throws A0200 for every error, so that a caller does not learn which passkeys exist. */
    async signInByPasskey({
      ceremony,
      credential,
      keepSignedIn,
      origin,
      ...from
    }: SignInBody & Origin & Pick<From, "origin">): Promise<StartedSession> {
      const at = new Date(clock.now());
      const challenge = await consumeCeremony(db, { ceremony, at });
      if (challenge === undefined) throw new AppError("A0200");
      const { known, newCounter } = await verifySignature(challenge, {
        credential,
        origin,
        address: from.address,
      });
      const { passkeyId, accountId, companyId } = known;
      await markPasskeyUsed(db, { passkeyId, counter: newCounter, at });
      return await start.afterAllFactors({ accountId, companyId, method: "passkey", keepSignedIn, ...from });
    },
  };
}
