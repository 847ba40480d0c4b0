import { MAX_KEY_SUBSCRIBERS } from "@heliograph/contract";
import { DISCOVERY_PREFIX } from "@heliograph/contract/mqtt-topics";
import type { AuthenticateError, Client, ConnectPacket } from "aedes";
import { Aedes } from "aedes";
import { AppError } from "../../../errors.ts";
import type { Logger } from "../../../infra/logger.ts";
import {
  CONNECT_TIMEOUT_MS,
  createMqttPorts,
  DRAIN_TIMEOUT_MS,
  isSupportedVersion,
  refuseVersion,
} from "../../../infra/mqtt/mqtt-ports.ts";
import type { ApiKeyService } from "../../people/api-keys/api-keys.service.ts";
import type { Subscriber, Subscribers } from "./subscribers.ts";
import { createTopicFilters, isAllowedFilter } from "./topic-filter.ts";

const MAX_CONNECTIONS = 1_000;
/** A sign-in takes milliseconds; so many of one address begin together behind a proxy. */
const MAX_WAITING = { ofOneSource: 50, inAll: 200 };
const MAX_FILTERS = 100;
/** Subscriptions and pings of a home's broker; each of them is small. */
const LIMITS = { bytes: 16_384, perSecond: 20, burst: 200 };
const BAD_USER_NAME_OR_PASSWORD = 4;
const NOT_AUTHORIZED = 5;
const GREETING_TOPIC = `${DISCOVERY_PREFIX}/status`;
/** No filter matches it. */
const DISCARDED_TOPIC = "discarded";

/**
 * What Home Assistant publishes to its broker without being asked: that it has started, and an empty document for a device
 * that was deleted there. It would connect again for ever, or once more for each device, if that ended the connection.
 */
const isExpected = ({ topic, payload }: { topic: string; payload: Buffer | string }): boolean =>
  topic === GREETING_TOPIC || (payload.length === 0 && topic.startsWith(`${DISCOVERY_PREFIX}/`));

type SignInPacket = ConnectPacket & { clean?: boolean; will?: unknown; bridgeMode?: boolean };

const refuse = (message: string, returnCode: 3 | 4 | 5): AuthenticateError =>
  Object.assign(new Error(message), { returnCode }) as AuthenticateError;

/** MQTT 3.1.1 for subscribers with an API key as password. Nothing is published among them: each is sent its own messages. */
export async function createPlantBroker(options: {
  apiKeys: Pick<ApiKeyService, "isApiKey" | "authenticateSubscriber">;
  subscribers: Subscribers;
  logger: Logger;
  now: () => number;
  onRefused(actor: string, what: string): void;
}) {
  const { apiKeys, subscribers, logger, now, onRefused } = options;
  const packets = new WeakMap<Client, SignInPacket>();
  const members = new WeakMap<Client, Subscriber>();

  async function admit(client: Client, key: string): Promise<AuthenticateError | undefined> {
    if (!apiKeys.isApiKey(key)) return refuse("no API key", BAD_USER_NAME_OR_PASSWORD);
    const { keyId, scope } = await apiKeys.authenticateSubscriber(key);
    // Clients of different keys may have the same id; one that names none was given one.
    const clientId = `${keyId}.${client.id}`;
    if (subscribers.countOthers(keyId, clientId) >= MAX_KEY_SUBSCRIBERS)
      return refuse("too many connections of this key", NOT_AUTHORIZED);
    client.id = clientId;
    members.set(client, {
      ...{ keyId, key, clientId, sent: new Map() },
      ...{ filters: createTopicFilters(), renewed: createTopicFilters() },
      accountId: scope.accountId ?? "",
      isBridge: packets.get(client)?.bridgeMode === true,
      send: (topic, payload, retain) =>
        client.publish(
          { cmd: "publish", topic, payload: Buffer.from(payload), qos: 0, retain, dup: false },
          () => undefined,
        ),
      close: () => client.close(),
    });
    return undefined;
  }

  function explainRefusal(error: unknown): AuthenticateError {
    if (error instanceof AppError && error.code === "A0230")
      return refuse("unknown key", BAD_USER_NAME_OR_PASSWORD);
    if (error instanceof AppError && error.code === "A0300")
      return refuse("this key may not subscribe", NOT_AUTHORIZED);
    logger.warn({ err: error }, "a subscriber could not be let in");
    return refuse("server unavailable", 3);
  }

  const aedes = new Aedes({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: 8,
    preConnect(client, packet: SignInPacket, done) {
      if (!isSupportedVersion(packet)) {
        refuseVersion(client, done);
        return;
      }
      // Nothing is kept for a session, and no will is published.
      packet.clean = true;
      delete packet.will;
      packets.set(client, packet);
      done(null, true);
    },
    authenticate(client, _userName, password, done) {
      admit(client, password?.toString("utf8") ?? "")
        .catch(explainRefusal)
        .then((refusal) => {
          if (refusal) onRefused("none", "sign-in");
          done(refusal ?? null, refusal === undefined);
        })
        .catch((error: unknown) => logger.error({ err: error }, "a subscriber could not be answered"));
    },
    authorizePublish(client, packet, done) {
      const isDiscarded = isExpected(packet);
      if (isDiscarded) Object.assign(packet, { topic: DISCARDED_TOPIC, retain: false });
      else onRefused((client && members.get(client)?.accountId) ?? "none", "publish");
      done(isDiscarded ? null : new Error("subscribers may not publish"));
    },
    authorizeSubscribe(client, subscription, done) {
      const filters = members.get(client)?.filters;
      const isAllowed =
        filters !== undefined &&
        (filters.count() < MAX_FILTERS || filters.has(subscription.topic)) &&
        isAllowedFilter(subscription.topic);
      if (!isAllowed) onRefused(members.get(client)?.accountId ?? "none", "subscribe");
      // Counted here: one packet may name many.
      else filters.add(subscription.topic);
      done(null, isAllowed ? subscription : null);
    },
  });
  await aedes.listen();

  aedes.on("clientReady", (client) => {
    const member = members.get(client);
    // It may have ended during the sign-in, and others of its key may have signed in meanwhile.
    if (!member || client.closed) return;
    if (subscribers.countOthers(member.keyId, member.clientId) >= MAX_KEY_SUBSCRIBERS) client.close();
    else subscribers.add(member);
  });
  aedes.on("clientDisconnect", (client) => {
    const member = members.get(client);
    if (member) subscribers.remove(member);
  });
  aedes.on("subscribe", (subscriptions, client) => {
    const member = members.get(client);
    for (const { topic, qos } of subscriptions)
      if (member && (qos as number) === 0) subscribers.subscribe(member, topic);
  });
  aedes.on("unsubscribe", (topics, client) => {
    for (const topic of topics) {
      members.get(client)?.filters.remove(topic);
      members.get(client)?.renewed.remove(topic);
    }
  });
  aedes.on("clientError", (_client, error) =>
    logger.debug({ reason: error.message }, "a subscriber's connection ended"),
  );
  aedes.on("connectionError", (_client, error) =>
    logger.debug({ reason: error.message }, "a connection ended before it was a subscriber's"),
  );

  return createMqttPorts({
    aedes,
    limits: LIMITS,
    maxQos: 0,
    maxConnections: MAX_CONNECTIONS,
    maxWaiting: MAX_WAITING,
    logger,
    now,
    onRefused: (why) => onRefused("none", why),
  });
}

export type PlantBroker = Awaited<ReturnType<typeof createPlantBroker>>;
