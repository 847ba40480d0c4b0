import type { FileHandle } from "node:fs/promises";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";

/** A shutdown that was accepted while it could not be written to the database. */
export interface JournaledPress {
  readonly pressId: string;
  readonly plantId: string;
  readonly accountId: string;
  readonly address: string;
  readonly reason: string;
  readonly idempotencyKey: string;
  /** Unix ms. */
  readonly acceptedAtMs: number;
  /** When the access rights that it was decided on were read, Unix ms. */
  readonly rightsAtMs: number;
  /** Gateways that are to receive `open`; none for a press that joined the one of another account. */
  readonly serials: readonly string[];
  /** The press that it joined. */
  readonly joinedId: string | null;
}

// A plant of 200 gateways fits in; 128 presses wait for the database at most.
const SLOT_BYTES = 8_192;
const SLOT_COUNT = 128;
/** State, length and CRC-32 of what follows. */
const HEADER_BYTES = 9;
const MAX_BODY_BYTES = SLOT_BYTES - HEADER_BYTES;
const FREE = 0;
const WAITING = 0x50;

export type PressJournal = Awaited<ReturnType<typeof openPressJournal>>;

/**
 * A press as a slot of the journal. Serial numbers that do not fit are left out: the import reads the gateways of the plant
 * from the database. Everything else fits, since reason and key are limited.
 */
function encodePress(press: JournaledPress): Buffer {
  for (let kept = press.serials.length; ; kept = Math.floor(kept / 2)) {
    const body = Buffer.from(JSON.stringify({ ...press, serials: press.serials.slice(0, kept) }));
    if (body.length > MAX_BODY_BYTES && kept > 0) continue;
    const slot = Buffer.alloc(HEADER_BYTES + body.length);
    slot.writeUInt8(WAITING, 0);
    slot.writeUInt32LE(body.length, 1);
    slot.writeUInt32LE(crc32(body), 5);
    body.copy(slot, HEADER_BYTES);
    return slot;
  }
}

/** Undefined for a free slot, and for one that was not written completely. */
function decodeSlot(slot: Buffer): JournaledPress | undefined {
  const length = slot.readUInt32LE(1);
  if (slot.readUInt8(0) !== WAITING || length > MAX_BODY_BYTES) return undefined;
  const body = slot.subarray(HEADER_BYTES, HEADER_BYTES + length);
  return crc32(body) === slot.readUInt32LE(5) ? (JSON.parse(body.toString()) as JournaledPress) : undefined;
}

/** Writes the file once in its whole length, so that a full disk cannot prevent later writes. */
async function openPreallocated(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "presses.journal");
  const file = await open(path, "r+").catch(() => open(path, "w+", 0o600));
  const { size } = await file.stat();
  const missing = SLOT_BYTES * SLOT_COUNT - size;
  if (missing > 0) await file.write(Buffer.alloc(missing), 0, missing, size);
  await file.sync();
  return file;
}

/** A file of fixed size for presses that wait for the database. Each is synced before it counts as accepted. */
export async function openPressJournal(folder: string) {
  const file = await openPreallocated(folder);
  const slots: (JournaledPress | undefined)[] = [];
  for (let index = 0; index < SLOT_COUNT; index++) {
    const slot = Buffer.alloc(SLOT_BYTES);
    await file.read(slot, 0, SLOT_BYTES, index * SLOT_BYTES);
    slots.push(decodeSlot(slot));
  }

  async function writeSlot(index: number, bytes: Uint8Array): Promise<void> {
    await file.write(bytes, 0, bytes.length, index * SLOT_BYTES);
    await file.datasync();
  }

  return {
    /** False when the journal is full. Calls must not overlap. */
    async add(press: JournaledPress): Promise<boolean> {
      const index = slots.indexOf(undefined);
      if (index === -1) return false;
      await writeSlot(index, encodePress(press));
      slots[index] = press;
      return true;
    },
    /** Frees the place of a press that is in the database. */
    async remove(pressId: string): Promise<void> {
      const index = slots.findIndex((slot) => slot?.pressId === pressId);
      if (index === -1) return;
      await writeSlot(index, Uint8Array.of(FREE));
      slots[index] = undefined;
    },
    /** Presses that wait, the earliest first. */
    list: (): JournaledPress[] =>
      slots.flatMap((slot) => slot ?? []).sort((one, other) => one.acceptedAtMs - other.acceptedAtMs),
    close: () => file.close(),
  };
}
