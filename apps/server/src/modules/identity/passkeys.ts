import type { BodyOf, DataInputOf, endpoints } from "@heliograph/contract";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Clock } from "../../infra/clock.ts";
import { findSource } from "../../infra/find-source.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import {
  countCeremonies,
  findCredential,
  insertCeremony,
  insertPasskey,
  listCredentialIds,
  markPasskeyUsed,
  takeCeremony,
} from "./passkeys.repository.ts";
import { getFactorState } from "./second-factors.repository.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { SessionStart } from "./session-start.ts";
import type { Origin } from "./sign-in.ts";
import type { Started } from "./token-life.ts";
import { createToken } from "./token-values.ts";

// EdDSA, ES256, RS256: what every authenticator has one of (COSE numbers).
const algorithms = [-8, -7, -257];
const lifeMs = 5 * 60_000;
// A reload of the sign-in page may begin one; this is far above what people do and far below what fills a table.
const mostOpenPerAddress = 60;

type Begun = DataInputOf<typeof endpoints.token.beginPasskey>;
type AddBody = BodyOf<typeof endpoints.secondFactor.addPasskey>;
type SignInBody = BodyOf<typeof endpoints.token.passkey>;

interface From {
  /** The console's own origin; passkeys belong to its host. */
  origin: string | undefined;
  address: string;
}

/** Where a passkey belongs: the host of the console. */
function placeOf(address: string | undefined): { origin: string; rpID: string } {
  if (address === undefined) throw new Error("a call came without the console's origin");
  const { origin, hostname } = new URL(address);
  return { origin, rpID: hostname };
}

/**
 * Passkeys: the device keeps a key and asks for finger, face or PIN before it signs, so that one proves two factors and
 * signs in without a password.
 */
export function createPasskeys(options: {
  db: Db;
  clock: Clock;
  start: SessionStart;
  factors: SecondFactors;
}) {
  const { db, clock, start, factors } = options;

  async function begin<Options extends { challenge: string }>(
    asked: Options,
    { address: from, accountId }: { address: string; accountId?: string },
  ): Promise<Begun> {
    const now = clock.now();
    const address = findSource(from);
    const open = await countCeremonies(db, { address, endingAfter: new Date(now) });
    if (open >= mostOpenPerAddress) throw new AppError("A0501", { retryAfterS: 60 });
    const ceremony = createToken();
    const expiresAt = new Date(now + lifeMs);
    await insertCeremony(db, { ceremony, accountId, challenge: asked.challenge, address, expiresAt });
    return { ceremony, options: { ...asked } };
  }

  async function verifyAdded(challenge: string, { answer, origin }: Pick<AddBody, "answer"> & From) {
    const place = placeOf(origin);
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: answer as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: place.origin,
        expectedRPID: place.rpID,
        supportedAlgorithmIDs: algorithms,
      });
      if (verified) return registrationInfo.credential;
    } catch (error) {
      // Whatever the library finds wrong with it, the browser's answer is what is wrong.
      throw new AppError("A0402", { cause: error });
    }
    throw new AppError("A0402");
  }

  async function verifySignature(challenge: string, { answer, origin }: Pick<SignInBody, "answer"> & From) {
    const place = placeOf(origin);
    const known = await findCredential(db, answer.id);
    if (!known) throw new AppError("A0200");
    const { credentialId: id, counter } = known;
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: place.origin,
        expectedRPID: place.rpID,
        credential: { id, publicKey: new Uint8Array(known.publicKey), counter },
      });
      if (verified) return { known, newCounter: authenticationInfo.newCounter };
    } catch (error) {
      throw new AppError("A0200", { cause: error });
    }
    throw new AppError("A0200");
  }

  return {
    async beginAddPasskey(scope: Scope, from: From): Promise<Begun> {
      const accountId = scope.accountId as string;
      const { label } = await factors.getState(accountId);
      const known = await listCredentialIds(db, accountId);
      const asked = await generateRegistrationOptions({
        rpName: "Heliograph",
        rpID: placeOf(from.origin).rpID,
        userName: label,
        userID: new TextEncoder().encode(accountId),
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      return await begin(asked, { address: from.address, accountId });
    },

    /** Throws A0440 for a ceremony that is not open any more, A0402 for an answer that does not belong to it. */
    async addPasskey(
      scope: Scope,
      { ceremony, name, answer, ...from }: AddBody & From,
    ): Promise<DataInputOf<typeof endpoints.secondFactor.addPasskey>> {
      const accountId = scope.accountId as string;
      const createdAt = new Date(clock.now());
      const challenge = await takeCeremony(db, { ceremony, accountId, at: createdAt });
      if (challenge === undefined) throw new AppError("A0440");
      const { id, publicKey, counter, transports = [] } = await verifyAdded(challenge, { answer, ...from });
      await factors.loadKeys();
      return await db.transaction().execute(async (trx) => {
        const made = { accountId, credentialId: id, publicKey, counter, transports, name, createdAt };
        const passkeyId = await insertPasskey(trx, made);
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

    async beginPasskeySignIn(from: From): Promise<Begun> {
      const asked = await generateAuthenticationOptions({
        rpID: placeOf(from.origin).rpID,
        userVerification: "required",
      });
      return await begin(asked, { address: from.address });
    },

    /** Throws A0200 for whatever is wrong, so that nobody learns which passkeys there are. */
    async signInByPasskey({
      ceremony,
      answer,
      keepSignedIn,
      origin,
      ...from
    }: SignInBody & Origin & Pick<From, "origin">): Promise<Started> {
      const at = new Date(clock.now());
      const challenge = await takeCeremony(db, { ceremony, at });
      if (challenge === undefined) throw new AppError("A0200");
      const { known, newCounter } = await verifySignature(challenge, {
        answer,
        origin,
        address: from.address,
      });
      const { passkeyId, accountId, companyId } = known;
      await markPasskeyUsed(db, { passkeyId, counter: newCounter, at });
      return await start.afterAllFactors({ accountId, companyId, method: "passkey", keepSignedIn, ...from });
    },
  };
}
