import { describe, expect, it } from "vitest";
import type { TopicName } from "./topics.ts";
import { downTopicsOf, mayPublish, maySubscribe, parseTopic, TOPICS, topicOf } from "./topics.ts";

const SN = "DC-000001";
const NAMES = Object.keys(TOPICS) as TopicName[];

describe("topics", () => {
  it.each(NAMES)("reads back the topic it builds: %s", (name) => {
    const { direction, kind } = TOPICS[name];
    expect(parseTopic(topicOf[name](SN))).toEqual({ sn: SN, name, direction, kind });
  });

  it("has the words of the published table", () => {
    expect(topicOf.upData(SN)).toBe("hg/1/DC-000001/up/data");
    expect(topicOf.downCommand(SN)).toBe("hg/1/DC-000001/down/command");
    expect(topicOf.claimDown(SN)).toBe("hg/1/DC-000001/claim/down");
    expect(NAMES).toHaveLength(15);
  });

  it.each([
    "",
    "hg/1/",
    "hg/1/DC-000001",
    "hg/1/DC-000001/",
    "hg/1/DC-000001/up",
    "hg/1/DC-000001/up/",
    "hg/1/DC-000001/up/data/",
    "hg/1/DC-000001/up/data/x",
    "hg/1/DC-000001/up/firmware",
    "hg/1/DC-000001/down/data",
    "hg/2/DC-000001/up/data",
    "/hg/1/DC-000001/up/data",
    "hg/1/dc-000001/up/data",
    "hg/1/DC1/up/data",
    `hg/1/${"A".repeat(33)}/up/data`,
    "hg/1//up/data",
    "hg/1/+/up/data",
    "hg/1/#",
    "$SYS/broker/uptime",
    "$share/g/hg/1/DC-000001/up/data",
    "hg/1/DC-000001/up/constructor",
  ])("knows nothing of %j", (topic) => {
    expect(parseTopic(topic)).toBeUndefined();
  });
});

describe("topic rules", () => {
  it.each(NAMES)("lets a gateway publish up and subscribe down, nothing else: %s", (name) => {
    const { direction, kind } = TOPICS[name];
    const topic = topicOf[name](SN);
    expect(mayPublish(SN, topic)).toBe(direction === "up" && kind !== "claim");
    expect(maySubscribe(SN, topic)).toBe(direction === "down" && kind !== "claim");
  });

  it.each(NAMES)("lets a claiming user use its claim topics alone: %s", (name) => {
    const topic = topicOf[name](SN);
    expect(mayPublish(`claim.${SN}`, topic)).toBe(name === "claimUp");
    expect(maySubscribe(`claim.${SN}`, topic)).toBe(name === "claimDown");
  });

  it.each(NAMES)("denies access to another gateway's topics: %s", (name) => {
    const other = topicOf[name]("DC-000002");
    for (const user of [SN, `claim.${SN}`, "", "claim.", "x/plant", `${SN}:tag`]) {
      expect(mayPublish(user, other)).toBe(false);
      expect(maySubscribe(user, other)).toBe(false);
    }
  });

  it.each(["down/+", "down/#", "#", "+/command", "up/data"])(
    "refuses the filter %s on its own branch",
    (rest) => {
      expect(maySubscribe(SN, `hg/1/${SN}/${rest}`)).toBe(false);
    },
  );

  it.each(["#", "+/1/#", "$SYS/#", "$share/x/hg/1/DC-000001/down/command", "hg/1/+/down/command"])(
    "refuses the filter %s",
    (filter) => {
      expect(maySubscribe(SN, filter)).toBe(false);
    },
  );

  it("names the down topics that a gateway subscribes to, each allowed", () => {
    const topics = downTopicsOf(SN);
    expect(topics.map((topic) => topic.split("/").pop())).toEqual(["command", "ota", "sync", "time"]);
    expect(topics.every((topic) => maySubscribe(SN, topic))).toBe(true);
  });
});
