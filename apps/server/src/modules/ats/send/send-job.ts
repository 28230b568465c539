import { type AtsVendorName, atsVendorNames } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import { mayAccess } from '@headwater/domain/access';
import { z } from 'zod';
import { type Connection, findConnection, reportFailure } from '#modules/connections/public.ts';
import { AppError } from '#platform/errors.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { defineJob } from '#platform/jobs/define-job.ts';
import { accountOf, type AtsServices, clientOf, requireAvailable, titleOf, toAppError } from '../services.ts';
import { addAttempt, countSends, findNextSend, saveFailed, type SendRow } from '../store/sends.ts';
import { type SendInput, sendPerson } from './send-person.ts';

export const sendKind = 'ats_send';

const maxAttempts = 5;
/** A broken connection waits for a user; connecting again resumes the job. */
const brokenSeconds = 600;
const retrySeconds = 15;
/** Reading back soon shows the outcome of a write. */
const readBackSeconds = 3;

interface Called {
  pauseSeconds?: number;
}

type Services = Omit<AtsServices, 'jobs'>;

interface Batch {
  input: SendInput;
  actor: Actor;
  jobId: number;
}

interface Failed {
  batch: Batch;
  connection: Connection;
  send: SendRow;
  error: unknown;
  maySearch: boolean;
}

async function afterFailure(services: Services, { batch, connection, send, error, maySearch }: Failed): Promise<Called> {
  const inCompany = services.database.inCompany.bind(services.database, batch.actor.company.id);
  const asApp = toAppError(error, batch.input.vendor);
  const fail = async (): Promise<Called> => {
    if (!(asApp instanceof AppError)) throw error;
    const reason = error instanceof ServiceError ? error.message : null;
    await inCompany((tx) => saveFailed(tx, send, { key: asApp.key, reason }));
    return {};
  };
  if (!(error instanceof ServiceError)) return fail();
  if (await reportFailure(services, connection, error)) return { pauseSeconds: brokenSeconds };
  if (error.kind === 'limit') return { pauseSeconds: error.retryAfter ?? retrySeconds };
  const mayRetry = error.kind === 'unavailable' || (error.kind === 'unknown' && maySearch);
  if (!mayRetry || send.attempts + 1 >= maxAttempts) return fail();
  await inCompany((tx) => addAttempt(tx, send));
  return { pauseSeconds: error.kind === 'unknown' ? readBackSeconds : retrySeconds };
}

async function sendNext(services: Services, batch: Batch): Promise<Called> {
  const { input, actor, jobId } = batch;
  const { vendor, accountId } = input;
  if (!mayAccess('ats_export', actor)) throw new AppError('forbidden');
  const [send, connection] = await services.database.inCompany(actor.company.id, async (tx) => {
    await requireAvailable(tx, actor, vendor);
    return [await findNextSend(tx, jobId), await findConnection(tx, actor.company.id, vendor)];
  });
  if (!send) return {};
  if (!connection) throw new AppError('ats_not_connected', titleOf(vendor));
  const account = accountOf(connection);
  if (account.accountId !== accountId) throw new AppError('ats_other_account');
  if (connection.state === 'broken') return { pauseSeconds: brokenSeconds };
  const client = clientOf(services, connection);
  try {
    await sendPerson({ services, client, account, input, actor, send });
    return {};
  } catch (error) {
    return afterFailure(services, { batch, connection, send, error, maySearch: client.abilities.search });
  }
}

/** A person per batch: each write to the vendor is recorded before the next. */
export const sendJob = (services: Services) =>
  defineJob<SendInput, null, null, Called>({
    kind: sendKind,
    input: z.object({
      vendor: z.enum(atsVendorNames as [AtsVendorName, ...AtsVendorName[]]),
      accountId: z.string(),
      jobId: z.string().nullable(),
      jobTitle: z.string().nullable(),
      asProspect: z.boolean(),
      comment: z.string(),
      hasUpdates: z.boolean(),
    }),
    call: (batch) => sendNext(services, batch),
    async batch(tx, { called, jobId }) {
      const { waiting, ...counts } = await countSends(tx, jobId);
      const done = counts.sent + counts.updated + counts.present + counts.failed;
      return { state: null, done, finished: waiting === 0, result: counts, ...called };
    },
  });
