import type { z } from 'zod';
import { ServiceError } from '#platform/fetch/service-api.ts';

export type Read = <Schema extends z.ZodType>(schema: Schema, path: string) => Promise<z.output<Schema>>;

/** Answers of the page that is being read, so that a pause does not begin it again. */
interface Memory {
  cursor: string;
  answers: Map<string, unknown>;
}

export function createMemory() {
  const memories = new Map<number, Memory>();
  return function remember(id: number, cursor: string, read: Read): Read {
    const known = memories.get(id);
    const memory: Memory = known?.cursor === cursor ? known : { cursor, answers: new Map() };
    memories.set(id, memory);
    return async (schema, path) => {
      if (!memory.answers.has(path)) {
        const outcome = await read(schema, path).catch((error: unknown) => {
          // The answer to a page with an invalid value stays the same.
          if (error instanceof ServiceError && error.kind === 'rejected') return error;
          throw error;
        });
        memory.answers.set(path, outcome);
      }
      const answer = memory.answers.get(path);
      if (answer instanceof ServiceError) throw answer;
      return answer as z.output<typeof schema>;
    };
  };
}
