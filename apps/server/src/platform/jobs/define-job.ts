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
}

export interface JobSpec<Input, State, Undoing = State> {
  /** Name in the API and the table; never change it after a release. */
  kind: string;
  input: z.ZodType<Input>;
  /**
   * Processes some hundred rows in a transaction that also stores the state. AppError fails the job
   * with its text.
   */
  batch(tx: Tx, batch: Batch<Input, State>): Promise<BatchOutcome<State>>;
  /** Reverts the job in batches, except rows that changed since. Has its own state: null first. */
  undo?(tx: Tx, batch: Batch<Input, Undoing>): Promise<BatchOutcome<Undoing>>;
}

type AnyBatch = (tx: Tx, batch: Batch<unknown, unknown>) => Promise<BatchOutcome<unknown>>;

/** `Input` is a compile-time type; each run parses the stored input again. */
export interface JobDefinition<Input = unknown> {
  kind: string;
  batch: AnyBatch;
  undo: AnyBatch | undefined;
  accepts?: (input: Input) => void;
}

export function defineJob<Input, State, Undoing = State>({
  kind,
  input: schema,
  batch,
  undo,
}: JobSpec<Input, State, Undoing>): JobDefinition<Input> {
  const typed =
    <Own>(work: (tx: Tx, batch: Batch<Input, Own>) => Promise<BatchOutcome<Own>>): AnyBatch =>
    (tx, untyped) =>
      work(tx, { ...untyped, input: schema.parse(untyped.input), state: untyped.state as Own | null });
  return { kind, batch: typed(batch), undo: undo && typed(undo) };
}
