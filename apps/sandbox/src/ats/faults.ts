import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The next requests to a path fail. `error`: 500 before any change; `error_after`: 500 after the change; `cut_after`: the connection closes
 * after the change; `limit`: 429.
 */
export type AtsFault = { kind: 'error' | 'error_after' | 'cut_after' | 'limit'; method: string; path: string; times: number };

export function createAtsFaults() {
  const faults: AtsFault[] = [];
  return {
    add: (fault: AtsFault) => void faults.push(fault),
    clear: () => void faults.splice(0),
    take(method: string, path: string): AtsFault['kind'] | undefined {
      const fault = faults.find((each) => each.times > 0 && each.method === method && path.endsWith(each.path));
      if (fault) fault.times -= 1;
      return fault?.kind;
    },
  };
}

export type AtsFaults = ReturnType<typeof createAtsFaults>;

/** Performs a write without an answer. Not the reply itself: that resolves after the answer. */
export function silent(): FastifyReply {
  const quiet = { code: () => quiet, header: () => quiet, send: () => quiet };
  return quiet as unknown as FastifyReply;
}

type FaultyCall = {
  faults: AtsFaults;
  request: FastifyRequest;
  reply: FastifyReply;
  path: string;
  /** Answers in the form of the vendor. */
  failure(reply: FastifyReply, status: number, message: string): FastifyReply;
};

/** Answers, unless a fault of the path comes before or after the change. */
export async function answerWithFaults(
  { faults, request, reply, path, failure }: FaultyCall,
  answer: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  const fault = faults.take(request.method, path);
  if (fault === undefined) return answer(reply);
  if (fault === 'error') return failure(reply, 500, 'Internal server error');
  if (fault === 'limit') return failure(reply.header('retry-after', '30'), 429, 'Rate limit exceeded');
  await answer(silent());
  if (fault === 'error_after') return failure(reply, 502, 'Bad gateway');
  request.raw.socket.destroy();
  return reply;
}
