import type { Socket } from "node:net";
import type { LinkUser } from "@heliograph/protocol";
import { LIMITS, parseClientId, parseUser, topicOf } from "@heliograph/protocol";
import type { Client, ConnectPacket } from "aedes";
import type { Claims, KnownGateway } from "../adoption/claims.ts";
import type { Session, SessionBook } from "./session.ts";

/** Actor of all connections that are not signed in, so that many addresses add no rows. */
export const STRANGER = "none";
const KEEP_ALIVE_MAX_S = 120;
const IDENTIFIER_REJECTED = 2;
const BAD_USER_NAME_OR_PASSWORD = 4;
const NOT_AUTHORIZED = 5;

type Admitted = { session: Session } | { returnCode: 2 | 4 | 5; reason: string };

interface AdmissionDeps {
  claims: Claims;
  book: SessionBook;
  /** Makes this process the owner of the gateway's session; returns the session's epoch and the number of its last command. */
  acquireSession(sn: string, gatewayId: string): Promise<{ epoch: number; commandSeq: number }>;
  onRefused(actor: string, what: string): void;
  /** A pending secret became the permanent one: sessions with earlier ones are closed. */
  onNewSecret(sn: string, secretRev: number): void;
}

/** Decides which connections are accepted, and as which kind of session. */
export function createAdmission(deps: AdmissionDeps) {
  const { claims, book, acquireSession, onRefused, onNewSecret } = deps;
  const packets = new WeakMap<Client, ConnectPacket>();

  /** What is wrong with the connection itself, apart from its credentials. */
  function findFlaw(
    packet: ConnectPacket,
    user: LinkUser,
  ): { returnCode: 2 | 5; reason: string } | undefined {
    const { will, keepalive, clean } = packet as ConnectPacket & { keepalive?: number; clean?: boolean };
    if (clean !== true) return { returnCode: IDENTIFIER_REJECTED, reason: "a clean session is asked for" };
    if (!keepalive || keepalive > KEEP_ALIVE_MAX_S)
      return { returnCode: NOT_AUTHORIZED, reason: "the keep-alive is 1 to 120 s" };
    if (will && (user.isClaim || will.retain || will.qos === 2 || will.topic !== topicOf.upState(user.sn)))
      return { returnCode: NOT_AUTHORIZED, reason: "the will is not the gateway's state" };
    if (user.isClaim) return undefined;
    const id = parseClientId(packet.clientId);
    if (id?.sn !== user.sn)
      return { returnCode: IDENTIFIER_REJECTED, reason: "the client id is not the user's" };
    return undefined;
  }

  function isTagFree(sn: string, tag: string): boolean {
    return book.listTagged(sn).filter((other) => other.tag !== tag).length < LIMITS.taggedSessions;
  }

  async function findGateway(
    user: LinkUser,
    password: Buffer,
    address: string,
  ): Promise<(KnownGateway & { secretRev?: number }) | undefined> {
    if (user.isClaim) return await claims.findByCode(user.sn, password, address);
    const found = await claims.findBySecret(user.sn, password);
    if (found?.isNewSecret) onNewSecret(user.sn, found.secretRev);
    return found;
  }

  return {
    noteConnect(client: Client, packet: ConnectPacket): void {
      packets.set(client, packet);
    },
    async admit(
      client: Client,
      userName: string | undefined,
      password: Buffer | undefined,
    ): Promise<Admitted> {
      const packet = packets.get(client);
      const address = (client.conn as Socket).remoteAddress ?? "";
      const user = parseUser(String(userName ?? ""));
      const flaw = user && packet ? findFlaw(packet, user) : undefined;
      const gateway =
        user && packet && !flaw ? await findGateway(user, password ?? Buffer.alloc(0), address) : undefined;
      if (flaw) onRefused(STRANGER, "connect");
      if (flaw) return flaw;
      if (!user || !packet || !gateway) {
        onRefused(STRANGER, "sign-in");
        return { returnCode: BAD_USER_NAME_OR_PASSWORD, reason: "bad user name or password" };
      }
      // A claiming session never replaces the gateway's own.
      if (user.isClaim) client.id = `claim.${user.sn}`;
      const tag = user.isClaim ? undefined : parseClientId(packet.clientId)?.tag;
      if (tag !== undefined && !isTagFree(user.sn, tag)) {
        onRefused(user.sn, "connect");
        return { returnCode: IDENTIFIER_REJECTED, reason: "too many tagged sessions" };
      }
      const isOwn = !user.isClaim && tag === undefined;
      const { epoch, commandSeq } = isOwn
        ? await acquireSession(user.sn, gateway.id)
        : { epoch: 0, commandSeq: 0 };
      const { id: gatewayId, key: gatewayKey, secretRev = 0 } = gateway;
      const subscribed: Session["subscribed"] = new Set();
      return {
        session: {
          client,
          sn: user.sn,
          gatewayId,
          gatewayKey,
          secretRev,
          epoch,
          tag,
          isClaim: user.isClaim,
          address,
          subscribed,
          commands: new Set(),
          seq: { last: commandSeq },
        },
      };
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;
