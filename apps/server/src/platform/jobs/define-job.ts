import type { z } from 'zod';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';

export type JsonObject = { [key: string]: unknown };

/** `state` is the result of the previous batch; null for the first. */
export interface Batch<Input, State> {
  input: Input;
  state: State | null;
  actor: Actor;
  jobId: number;
  now: Date;
}

export interface BatchOutcome<State> {
  state: State;
  done: number;
  finished: boolean;
  result?: JsonObject;
  /** Continue later, for example after the pause that a service asks for. */
  pauseSeconds?: number | undefined;
}

export interface JobSpec<Input, State, Undoing = State, Called = undefined> {
  /** Name in the API and the table; never change it after a release. */
  kind: string;
  input: z.ZodType<Input>;
  /**
   * Calls services before the transaction of each batch, and repeats after a crash. A job with
   * calls is always queued.
   */
  call?(batch: Batch<Input, State>): Promise<Called>;
  /**
   * Processes some hundred rows in a transaction that also stores the state. AppError fails the job
   * with its text.
   */
  batch(tx: Tx, batch: Batch<Input, State> & { called: Called }): Promise<BatchOutcome<State>>;
  /** Runs with the end of the job, whether it is done, cancelled or failed. */
  ended?(tx: Tx, job: { input: Input; companyId: number; now: Date }): Promise<void>;
  /** Reverts the job in batches, except rows that changed since. Has its own state: null first. */
  undo?(tx: Tx, batch: Batch<Input, Undoing>): Promise<BatchOutcome<Undoing>>;
}

type AnyBatch = (tx: Tx, batch: Batch<unknown, unknown> & { called: unknown }) => Promise<BatchOutcome<unknown>>;

/** `Input` is a compile-time type; each run parses the stored input again. */
export interface JobDefinition<Input = unknown> {
  kind: string;
  batch: AnyBatch;
  undo: AnyBatch | undefined;
  call: ((batch: Batch<unknown, unknown>) => Promise<unknown>) | undefined;
  ended: ((tx: Tx, job: { input: unknown; companyId: number; now: Date }) => Promise<void>) | undefined;
  accepts?: (input: Input) => void;
}

export function defineJob<Input, State, Undoing = State, Called = undefined>({
  kind,
  input: schema,
  call,
  ended,
  batch,
  undo,
}: JobSpec<Input, State, Undoing, Called>): JobDefinition<Input> {
  const typed = <Own>(untyped: Batch<unknown, unknown>): Batch<Input, Own> => ({
    ...untyped,
    input: schema.parse(untyped.input),
    state: untyped.state as Own | null,
  });
  return {
    kind,
    batch: (tx, { called, ...untyped }) => batch(tx, { ...typed<State>(untyped), called: called as Called }),
    undo: undo && ((tx, untyped) => undo(tx, typed<Undoing>(untyped))),
    ended: ended && ((tx, { input, ...job }) => ended(tx, { ...job, input: schema.parse(input) })),
    call: call && ((untyped) => call(typed<State>(untyped))),
  };
}
