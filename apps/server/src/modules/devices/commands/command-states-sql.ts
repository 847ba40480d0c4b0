import type { CommandState } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { CommandEvent } from "./command-states.ts";
import { COMMAND_TRANSITIONS, RESULT_WITHOUT_REPLY, SETTLED_STATES } from "./command-states.ts";

const listStates = (event: CommandEvent) =>
  Object.entries(COMMAND_TRANSITIONS[event]) as [CommandState, CommandState][];

/** Whether the event changes a command (alias `c`) in its state. */
export const allows = (event: CommandEvent): RawBuilder<boolean> =>
  sql<boolean>`c.state = any(${listStates(event).map(([from]) => from)}::text[])`;

/** The state of a command (alias `c`) after the event. */
export const stateAfter = (event: CommandEvent): RawBuilder<CommandState> =>
  sql<CommandState>`case c.state ${sql.join(
    listStates(event).map(([from, to]) => sql`when ${from} then ${to}`),
    sql` `,
  )} end`;

const isSettled = sql<boolean>`changed.state = any(${[...SETTLED_STATES]}::text[])`;
const resultWithoutReply = sql`case changed.state ${sql.join(
  SETTLED_STATES.map((state) => sql`when ${state} then ${RESULT_WITHOUT_REPLY[state]}`),
  sql` `,
)} end`;

/**
 * Settles the results of changed commands (`changed`: id, state, code) at devices without a reply of their own, but not
 * at the given units.
 */
export const settleResults = (now: Date, repliedUnits: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update command_results r
  set state = ${resultWithoutReply}, code = case when ${resultWithoutReply} = 'failed' then changed.code end, at = ${now}
  from changed
  where r.command_id = changed.id and ${isSettled} and r.state in ('waiting', 'unconfirmed')
    and r.unit not in (${repliedUnits})`;
