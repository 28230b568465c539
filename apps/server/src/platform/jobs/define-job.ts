import type { z } from 'zod';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';

export type JsonObject = { [key: string]: unknown };

/** What every batch of a job is given. `state` is what the batch before returned; null for the first. */
export interface Batch<Input, State> {
  input: Input;
  state: State | null;
  /** The person who started the job, with the rights of this moment. */
  actor: Actor;
  jobId: number;
  now: Date;
}

/** What a batch did. */
export interface BatchOutcome<State> {
  state: State;
  /** Rows dealt with so far, in all batches together. */
  done: number;
  finished: boolean;
  /** What came out so far, as the answer of the job shows it. */
  result?: JsonObject;
}

export interface JobSpec<Input, State, Undoing = State> {
  /** Name on the wire and in the table; never changed once released. */
  kind: string;
  input: z.ZodType<Input>;
  /**
   * Does the next part of the work, a few hundred rows, in one transaction that also stores its state: a crash repeats at most this part,
   * and nothing of it has happened then. Throws AppError for what the person must be told; the job has then failed.
   */
  batch(tx: Tx, batch: Batch<Input, State>): Promise<BatchOutcome<State>>;
  /** Takes back what the job did, in the same manner, as far as nobody has changed it since. Its state is its own: null for the first batch. */
  undo?(tx: Tx, batch: Batch<Input, Undoing>): Promise<BatchOutcome<Undoing>>;
}

type AnyBatch = (tx: Tx, batch: Batch<unknown, unknown>) => Promise<BatchOutcome<unknown>>;

/** A kind of job. `Input` is only a type here: the stored input is read through the schema again on each run. */
export interface JobDefinition<Input = unknown> {
  kind: string;
  batch: AnyBatch;
  undo: AnyBatch | undefined;
  /** Only carries the type. */
  accepts?: (input: Input) => void;
}

/** Declares a kind of job once; it is run by `jobs.run` and listed in the composition root so that workers know it. */
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
