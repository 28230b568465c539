import type { FastifyInstance } from 'fastify';
import { FAULTS, type FaultName, type Faults } from '../mail/faults.ts';
import { FOLDERS, type MailStore } from '../mail/store.ts';

type FaultBody = { fault?: string; times?: number; milliseconds?: number; text?: string; to?: string } | null;
type RenumberBody = { mailbox?: string; folder?: string } | null;

/**
 * For tests and benchmarks; JSON only, so that forms of other sites cannot reach it.
 * - POST /control/faults `{"fault", "times"?, "milliseconds"?, "text"?, "to"?}`; GET lists active faults; DELETE clears them
 * - POST /control/renumber `{"mailbox", "folder"}`: a new UIDVALIDITY
 * - GET /control/counts: number of deliveries by Message-ID
 */
export function registerControl(app: FastifyInstance, { faults, store }: { faults: Faults; store: MailStore }): void {
  app.get('/control/counts', () => Object.fromEntries(store.counts()));
  app.get('/control/faults', () => faults.list());
  app.delete('/control/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.post<{ Body: FaultBody }>('/control/faults', (request, reply) => {
    const { fault, times = 1, milliseconds = 0, text, to } = request.body ?? {};
    const known: FaultName | undefined = FAULTS.find((name) => name === fault);
    const isJson = request.headers['content-type']?.startsWith('application/json');
    if (!isJson || !known || !isCount(times) || !isCount(milliseconds)) {
      return reply.code(400).send({ fault: [`One of ${FAULTS.join(', ')}; times and milliseconds are whole numbers`] });
    }
    faults.add({ fault: known, times, milliseconds, ...(isText(text) && { text }), ...(isText(to) && { to }) });
    return reply.code(201).send(faults.list());
  });
  app.post<{ Body: RenumberBody }>('/control/renumber', async (request, reply) => {
    const folder = FOLDERS.find((name) => name === request.body?.folder);
    const mailbox = request.body?.mailbox?.toLowerCase();
    const known = store.mailboxes().some(({ address }) => address === mailbox);
    if (!folder || !known || mailbox === undefined) return reply.code(404).send({ detail: 'No such folder' });
    await store.renumber({ mailbox, folder });
    return reply.code(204).send();
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
