import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { findRegistrationCode } from "@heliograph/protocol";
import type { Clock } from "../../../../infra/clock.ts";
import { findSource } from "../../../../infra/find-source.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { Credentials } from "./claims.repository.ts";
import {
  countFailedClaim,
  deleteFailedClaims,
  findClaimLock,
  findCredentials,
  promotePendingSecret,
  storePendingSecret,
} from "./claims.repository.ts";

const MAX_WRONG_CODES = 5;
const LOCK_MS = 60 * 60 * 1000;
const MAX_CLAIMS_PER_DAY = 5;

/** A gateway whose identity is verified. */
export interface KnownGateway {
  id: string;
  key: number;
}

// Secrets are 256 random bits and codes at least 80: a plain SHA-256 cannot be searched, and it costs the same for all.
function sha256(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}

function isSame(hash: Buffer, stored: Buffer | null | undefined): boolean {
  return timingSafeEqual(hash, stored ?? Buffer.alloc(hash.length)) && stored != null;
}

/** Identifies a connection by secret, or by registration code while claiming. Unknown, wrong, taken and locked look alike. */
export function createClaims({ db, clock }: { db: Db; clock: Clock }) {
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);

  function canClaim(found: Credentials): boolean {
    const now = clock.now();
    const isReopened = found.reclaimUntil !== null && found.reclaimUntil.getTime() > now;
    return (found.secretHash === null || isReopened) && found.claimsToday < MAX_CLAIMS_PER_DAY;
  }

  return {
    /** By the permanent secret; the first use of a pending one makes it permanent and ends the old one. */
    async findBySecret(
      sn: string,
      password: Buffer,
    ): Promise<(KnownGateway & { secretRev: number; isNewSecret: boolean }) | undefined> {
      const hash = sha256(password);
      const found = await findCredentials(db, sn, today());
      const isCurrent = isSame(hash, found?.secretHash);
      const isPending = isSame(hash, found?.pendingSecretHash);
      if (!found || !(isCurrent || isPending)) return undefined;
      if (!isCurrent) await promotePendingSecret(db, found.id, hash);
      const secretRev = found.secretRev + (isCurrent ? 0 : 1);
      return { id: found.id, key: found.key, secretRev, isNewSecret: !isCurrent };
    },

    /**
     * By the registration code, while the gateway may be claimed. Wrong codes are counted by source address: wrong codes of
     * others must not lock its owner out.
     */
    async findByCode(sn: string, password: Buffer, address: string): Promise<KnownGateway | undefined> {
      const code = findRegistrationCode(password.toString("utf8")) ?? "";
      const found = await findCredentials(db, sn, today());
      const isRight = isSame(sha256(code), found?.codeHash);
      if (!found) return undefined;
      const source = findSource(address);
      const now = clock.now();
      const lockedUntil = await findClaimLock(db, found.id, source);
      if (lockedUntil && lockedUntil.getTime() > now) return undefined;
      if (!isRight) {
        await countFailedClaim(db, found.id, { limit: MAX_WRONG_CODES, now, lockMs: LOCK_MS, source });
        return undefined;
      }
      if (!canClaim(found)) return undefined;
      await deleteFailedClaims(db, found.id, source);
      return { id: found.id, key: found.key };
    },

    /** A new pending secret; undefined when the day's claims are used up. */
    async issueSecret(gatewayId: string): Promise<string | undefined> {
      const secret = randomBytes(32).toString("base64url");
      const claim = { hash: sha256(secret), today: today(), limit: MAX_CLAIMS_PER_DAY };
      return (await storePendingSecret(db, gatewayId, claim)) ? secret : undefined;
    },
  };
}

export type Claims = ReturnType<typeof createClaims>;
