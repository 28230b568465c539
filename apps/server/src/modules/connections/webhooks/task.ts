import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import { defineTask, enqueue } from '#platform/queue/queue.ts';

/** Processes one event and enqueues itself for the next one. */
export const processingTask = defineTask('process_webhooks', z.object({ connectionId: z.number().int() }));

/** A queue per connection keeps the order of its events. */
export const enqueueProcessing = (tx: Tx, connectionId: number, runAt?: Date) =>
  enqueue(tx, processingTask, {
    payload: { connectionId },
    queue: `webhooks ${connectionId}`,
    key: `webhooks ${connectionId}`,
    ...(runAt ? { runAt } : {}),
  });
