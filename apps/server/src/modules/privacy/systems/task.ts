import { z } from 'zod';
import { defineTask } from '#platform/queue/queue.ts';

export const eraseAtSystemTask = defineTask('erase_at_system', z.object({ id: z.number().int() }));
