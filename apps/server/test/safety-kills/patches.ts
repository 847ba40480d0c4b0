import type { Fault, Moment, Press } from "./moments.ts";

// Texts in modules of the server, and what a server under test has in their place. Each must be found exactly once.

interface Patch {
  /** End of the module's path. */
  readonly path: string;
  readonly find: string;
  readonly replace: string;
}

const pass = (moment: Moment, press?: Press): string =>
  `safetyKills.pass("${moment}"${press ? `, "${press}"` : ""});`;
const SWITCHING = `const safetyPress = { open: "stop", close: "reset" }[row?.op]; if (safetyPress)`;
const passByCommand = (moment: Moment): string =>
  `{ ${SWITCHING} safetyKills.pass("${moment}", safetyPress); }`;

/** Adds a statement behind one that is found. */
const after = (path: string, find: string, statement: string): Patch => ({
  path,
  find,
  replace: `${find} ${statement}`,
});

const MOMENT_PATCHES: readonly Patch[] = [
  after(
    "/safety/safety-stop.ts",
    'const state = await applyEvent(trx, safety, { event: "stop", operationId, now: at });',
    pass("accept", "stop"),
  ),
  after(
    "/safety/safety-reset.ts",
    'const state = await applyEvent(trx, safety, { event: "reset", operationId, now: at });',
    pass("accept", "reset"),
  ),
  after(
    "/emergency-stop/emergency-stop.service.ts",
    "if (!(await journal.add(press))) throw refuse();",
    pass("journal"),
  ),
  {
    path: "/safety/safety.service.ts",
    find: "const announceAll = (sent: Sent) => commands.announce(sent.rows, sent.serials);",
    replace: `const announceAll = (sent: Sent) => {
      ${pass("commit")} commands.announce(sent.rows, sent.serials); ${pass("publish")} };`,
  },
  after(
    "/link/commands/command-delivery.ts",
    "const unsent = rows.slice(index + 1).map(({ id }) => id);",
    passByCommand("mark"),
  ),
  after(
    "/link/commands/command-delivery.ts",
    'await broker().send(session.sn, "downCommand", toMessage(row));',
    passByCommand("send"),
  ),
  after(
    "/link/commands/command-delivery.ts",
    "const row = await commands.applyReply(session, reply);",
    passByCommand("acknowledge"),
  ),
  after(
    "/safety/evidence-judge.service.ts",
    "await writeEvidence(trx, { operationId, units: [...judged.writes.values()], now: at });",
    `safetyKills.pass("evidence", operation.kind === "reset" ? "reset" : "stop");`,
  ),
];

/** The loops in which the server sends again, ends countdowns and imports presses; others have longer periods. */
const MAX_PACED_MS = 1_000;

/** A clock that the check sets forward with timers as fast, and rights that are read often enough for a check of seconds. */
const STAGE_PATCHES: readonly Patch[] = [
  {
    path: "/infra/loop.ts",
    find: "await delay(everyMs, undefined",
    replace: `await delay(everyMs > ${MAX_PACED_MS} ? everyMs : safetyKills.pace(everyMs), undefined`,
  },
  // A killed leader is replaced when its lease is over, by the clock of PostgreSQL.
  {
    path: "/infra/postgres/leadership.ts",
    find: "leaseMs: LEASE_MS,",
    replace: "leaseMs: safetyKills.pace(LEASE_MS),",
  },
  {
    path: "/infra/postgres/leadership.ts",
    find: "const RENEW_EVERY_MS = 3_000;",
    replace: "const RENEW_EVERY_MS = 500;",
  },
  {
    path: "/infra/postgres/database-clock.ts",
    find: "now: () => clock.now() + offsetMs,",
    replace: "now: () => clock.now() + offsetMs + safetyKills.aheadMs(),",
  },
  {
    path: "/emergency-stop/rights-snapshot.ts",
    find: "const EVERY_MS = 60_000;",
    replace: "const EVERY_MS = 500;",
  },
];

const FAULT_PATCHES: Record<Fault, readonly Patch[]> = {
  "acknowledged-is-proven": [
    {
      path: "/safety/judge-sample.ts",
      find: 'if (sw === 1) return "closed";',
      replace: 'return "open";',
    },
  ],
  "sent-twice": [
    {
      path: "/commands/commands.repository.ts",
      find: "const isOnce =",
      replace: "const isOnce = sql<boolean>`false`; const wasOnce =",
    },
  ],
  "sent-late": [
    {
      path: "/commands/commands.repository.ts",
      find: "or (c.deadline_at is null or",
      replace: "or (true or",
    },
    {
      path: "/commands/commands.repository.ts",
      find: "where: sql`c.finished_at is null and c.deadline_at <",
      replace: "where: sql`false and c.deadline_at <",
    },
  ],
  "sent-once": [
    {
      path: "/safety/safety-watch.service.ts",
      find: "if (!row.isDue) continue;",
      replace: "continue;",
    },
  ],
};

export const listPatches = (fault?: Fault): readonly Patch[] => [
  ...MOMENT_PATCHES,
  ...STAGE_PATCHES,
  ...(fault ? FAULT_PATCHES[fault] : []),
];

/** Returns the text of a module as the server under test has it. Throws when a text to replace is not there once. */
export function patchSource(path: string, source: string, fault?: Fault): string {
  let patched = source;
  for (const { path: ending, find, replace } of listPatches(fault)) {
    if (!path.endsWith(ending)) continue;
    if (patched.split(find).length !== 2) throw new Error(`${ending} no longer has: ${find}`);
    patched = patched.replace(find, () => replace);
  }
  return patched;
}
