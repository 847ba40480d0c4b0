/** One condition that a device reported, or the server found, as begun or over. */
export interface DeviceCondition {
  plantId: string;
  deviceId: string;
  kind: "raised" | "gone";
  /** `threshold` for a measured value beyond a limit. */
  alarmKind?: "device" | "threshold";
  faultCode: string;
  severity: "fault" | "alarm" | "warning";
  source: string;
  description: string;
  at: Date;
  /** Repeats within this time of an occurrence are the same one: the report interval of the device's gateway. */
  intervalMs: number;
}

/** What an applied condition did; `refused` when the device has too many open alarms for one more. */
export type ConditionOutcome = "changed" | "unchanged" | "refused";

/** The unresolved alarm of a device and fault code, its times in milliseconds. */
export interface OpenAlarm {
  readonly alarmId: string;
  count: number;
  firstAt: number;
  lastAt: number;
  goneAt: number | null;
  /** Times of the latest counted occurrences, oldest first. */
  recentAt: number[];
  transitions: number;
}

/** What is stored about a device and fault code. */
export interface ConditionState {
  open: OpenAlarm | undefined;
  /** Last occurrence of the newest resolved alarm. */
  resolvedLastAt: number | undefined;
  /** When the device last reported the end; reports may arrive in any order. */
  endedAt: number | undefined;
}

/** An entry of an alarm's history. */
export interface Transition {
  readonly alarmId: string;
  readonly kind: "raised" | "gone";
  readonly at: number;
}

export interface Applied {
  readonly outcome: ConditionOutcome;
  readonly transitions: readonly Transition[];
}

/** Counted occurrences that an alarm remembers; a repeat older than all of them is not counted. */
export const MAX_RECENT = 16;
/** Entries about the condition in one alarm's history: a flapping condition is counted after that, not listed. */
const MAX_TRANSITIONS = 200;

const UNCHANGED: Applied = { outcome: "unchanged", transitions: [] };

const endAfter = (state: ConditionState, at: number): number | null =>
  state.endedAt !== undefined && state.endedAt >= at ? state.endedAt : null;

function isRepeat({ recentAt }: OpenAlarm, at: number, intervalMs: number): boolean {
  if (recentAt.length >= MAX_RECENT && at < (recentAt[0] as number)) return true;
  return recentAt.some((known) => at === known || Math.abs(at - known) < intervalMs);
}

function addTransition(alarm: OpenAlarm, kind: Transition["kind"], at: number): Transition[] {
  if (alarm.transitions >= MAX_TRANSITIONS) return [];
  alarm.transitions += 1;
  return [{ alarmId: alarm.alarmId, kind, at }];
}

/** Sets when the condition ended; returns the entry of the history if it ended now, or began again at `raisedAt`. */
function setGone(alarm: OpenAlarm, goneAt: number | null, raisedAt: number): Transition[] {
  const wasGone = alarm.goneAt !== null;
  alarm.goneAt = goneAt;
  if (goneAt !== null) return wasGone ? [] : addTransition(alarm, "gone", goneAt);
  return wasGone ? addTransition(alarm, "raised", raisedAt) : [];
}

function open(state: ConditionState, at: number, alarmId: string): Applied {
  const alarm: OpenAlarm = {
    alarmId,
    count: 1,
    firstAt: at,
    lastAt: at,
    goneAt: null,
    recentAt: [at],
    transitions: 0,
  };
  state.open = alarm;
  const raised = addTransition(alarm, "raised", at);
  return { outcome: "changed", transitions: [...raised, ...setGone(alarm, endAfter(state, at), at)] };
}

function repeat(state: ConditionState, alarm: OpenAlarm, { at, intervalMs }: Raised): Applied {
  const before = JSON.stringify(alarm);
  if (!isRepeat(alarm, at, intervalMs)) {
    alarm.count += 1;
    alarm.recentAt = [...alarm.recentAt, at].sort((a, b) => a - b).slice(-MAX_RECENT);
  }
  alarm.firstAt = Math.min(alarm.firstAt, at);
  alarm.lastAt = Math.max(alarm.lastAt, at);
  const transitions = setGone(alarm, endAfter(state, alarm.lastAt), at);
  return JSON.stringify(alarm) === before ? UNCHANGED : { outcome: "changed", transitions };
}

interface Raised {
  readonly at: number;
  readonly intervalMs: number;
}

/** Opens an alarm or counts the open one. `createId` is called for a new alarm, and returns undefined to refuse it. */
export function applyRaised(
  state: ConditionState,
  raised: Raised,
  createId: () => string | undefined,
): Applied {
  if (state.open) return repeat(state, state.open, raised);
  // Of an occurrence that was cleared, such as a report received again.
  if (state.resolvedLastAt !== undefined && raised.at <= state.resolvedLastAt) return UNCHANGED;
  const alarmId = createId();
  if (alarmId === undefined) return { outcome: "refused", transitions: [] };
  return open(state, raised.at, alarmId);
}

/** Remembers the end of a condition, and marks the open alarm gone if it began before. */
export function applyGone(state: ConditionState, at: number): Applied {
  state.endedAt = Math.max(state.endedAt ?? at, at);
  const alarm = state.open;
  if (!alarm || alarm.firstAt > at) return UNCHANGED;
  const before = alarm.goneAt;
  const transitions = setGone(alarm, endAfter(state, alarm.lastAt), at);
  return alarm.goneAt === before ? UNCHANGED : { outcome: "changed", transitions };
}
