import { describe, expect, it } from "vitest";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import {
  createPacketReader,
  encodeConnect,
  encodePuback,
  encodeSubscribe,
  PACKET,
  readPublishId,
} from "./mqtt-packets.ts";

describe("packets of an idle gateway", () => {
  it("sign in with a will", () => {
    const will = { topic: "state", payload: Buffer.from("off") };
    const packet = encodeConnect({ sn: "SN", secret: "secret", keepAliveS: 300, will });
    const fields = ["\0\x02SN", "\0\x05state", "\0\x03off", "\0\x02SN", "\0\x06secret"];
    // User name, password, will of QoS 1, clean session; 300 s.
    const head = "\x10\x26\0\x04MQTT\x04\xce\x01\x2c";
    expect(packet.toString("latin1")).toBe(head + fields.join(""));
  });

  it("subscribe and acknowledge", () => {
    expect(encodeSubscribe(["a", "b"], 258).toString("latin1")).toBe(
      "\x82\x0a\x01\x02\0\x01a\x01\0\x01b\x01",
    );
    expect(encodePuback(258).toString("latin1")).toBe("\x40\x02\x01\x02");
  });

  it("are read from chunks of any size", () => {
    const long = encodePublish("topic", Buffer.alloc(300), 7);
    const all = Buffer.concat([Buffer.from([PACKET.connack, 2, 0, 0]), long, encodePuback(3)]);
    for (const size of [1, 3, 200, all.length]) {
      const packets: [number, number][] = [];
      const read = createPacketReader((first, body) => packets.push([first, body.length]));
      for (let at = 0; at < all.length; at += size) read(all.subarray(at, at + size));
      expect(packets).toEqual([
        [PACKET.connack, 2],
        [0x32, 309],
        [PACKET.puback, 2],
      ]);
    }
  });

  it("have an id when they must be acknowledged", () => {
    let id: number | undefined;
    const read = createPacketReader((first, body) => {
      id = readPublishId(first, body);
    });
    read(encodePublish("topic", Buffer.from("x"), 258));
    expect(id).toBe(258);
    expect(readPublishId(PACKET.publish, Buffer.from([0, 1, 97, 120]))).toBeUndefined();
  });
});
