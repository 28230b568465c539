import { z } from 'zod';
import type { AtsImporter, ImportedPerson, ImportPage } from '#modules/connections/import-port.ts';
import { CredentialsRefused } from '#modules/connections/ats-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Call, Caller } from '#platform/fetch/api-caller.ts';
import { downloadFile } from '#platform/fetch/download-file.ts';
import { createServiceApi, type Pace, ServiceError } from '#platform/fetch/service-api.ts';
import type { OAuthClient } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import { createMemory, type Read } from './memory.ts';
import { profileOf } from './person.ts';
import { readLink } from './read-link.ts';
import { neverExpires, refreshOf, userAgent } from './token.ts';
import { accounts, type Applicant, applicants, external, reasonOf } from './wire.ts';

interface ImporterOptions {
  clock: Clock;
  caller: Caller;
  client: OAuthClient;
  /** Used by companies without a host of their own. */
  apiUrl: string;
}

const service = 'Huntflow';
/** An import that began before the release of several accounts has the id of one. */
const stored = z
  .object({ apiUrl: z.string(), accountIds: z.array(z.string()).optional(), accountId: z.string().optional() })
  .transform(({ apiUrl, accountIds, accountId = '' }) => ({ apiUrl, accountIds: accountIds ?? [accountId] }));
/** A power of two: a page that fails is read in halves. */
const perPage = 8;
/** Huntflow names no limit in its headers. */
const limitEnds = (_headers: Answer['headers']) => undefined;

/** Position of a page: the account, then its page from 1. An older position has the page only. */
function readCursor(cursor: string | null): { account: number; page: number } {
  const [page = 1, account = 0] = (cursor ?? '').split(':').filter(Boolean).map(Number).toReversed();
  return { account, page };
}

interface Range {
  page: number;
  count: number;
}

type Rows = Pick<ImportPage, 'unreadable'> & { rows: Applicant[] };

/** One invalid value in the base makes Huntflow refuse the whole page (huntflow/api#529). */
async function readRange(list: (range: Range) => Promise<Rows>, { page, count }: Range): Promise<Rows> {
  try {
    return await list({ page, count });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'rejected') throw error;
    if (count === 1) return { rows: [], unreadable: [{ id: `#${page}`, reason: error.message }] };
    const first = await readRange(list, { page: page * 2 - 1, count: count / 2 });
    const second = await readRange(list, { page: page * 2, count: count / 2 });
    return { rows: [...first.rows, ...second.rows], unreadable: [...first.unreadable, ...second.unreadable] };
  }
}

/** One of several organizations may be deleted, or the user may lack rights in it. */
const orRefusal = (reading: Promise<Rows>): Promise<Rows | ServiceError> =>
  reading.catch((error: unknown) => {
    if (error instanceof ServiceError && ['rights', 'gone'].includes(error.kind)) return error;
    throw error;
  });

export function createHuntflowImporter({ clock, caller, client, apiUrl: commonUrl }: ImporterOptions): AtsImporter {
  const paces = new Map<number, Pace>();
  const remember = createMemory();

  function openReader(pace: Pace, { apiUrl, send }: { apiUrl: string; send: (call: Call) => Promise<Answer> }): Read {
    const api = createServiceApi({
      clock,
      pace,
      reasonOf,
      limitEnds,
      send: (call) => send({ ...call, headers: { ...call.headers, 'user-agent': userAgent } }),
    });
    return async (schema, path) => (await api.json(schema, { method: 'GET', url: `${apiUrl}${path}` })).data;
  }

  async function readPerson(read: Read, base: string, row: Applicant): Promise<ImportedPerson> {
    const [newest] = row.external ?? [];
    const more = newest && (await read(external, `${base}/applicants/${row.id}/externals/${newest.id}`));
    const [file] = more?.files ?? [];
    const bytes = file && (await downloadFile(caller, file.url));
    return {
      id: row.id,
      name: [row.first_name, row.last_name].filter(Boolean).join(' ') || row.id,
      url: null,
      profile: profileOf(row, more),
      resume: bytes && { name: file.name ?? 'resume', bytes },
    };
  }

  return {
    async accept({ connection_link: link, huntflow_premier: isPremier, huntflow_api_url: ownUrl }) {
      const given = readLink(link);
      const apiUrl = ownUrl === '' ? commonUrl : ownUrl.replace(/\/+$/, '');
      if (isPremier && ownUrl === '') throw new CredentialsRefused('huntflow_api_url', 'field_required');
      if (!URL.canParse(apiUrl) || !/^https?:/.test(apiUrl)) throw new CredentialsRefused('huntflow_api_url', 'ats_import_url');
      const before = { access: given.access, refresh: refreshOf(given.refresh, apiUrl), expiresAt: neverExpires, scopes: [] };
      const session = createOAuthSession({ client, caller, clock, tokens: before, keep: async () => undefined });
      const read = openReader({ quietUntil: 0 }, { apiUrl, send: session.call });
      const { items } = await read(accounts, '/accounts').catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        if (error.kind === 'denied') throw new CredentialsRefused('connection_link', 'ats_credentials', { service });
        if (error.kind === 'gone' || error.kind === 'unavailable')
          throw new CredentialsRefused('huntflow_api_url', 'ats_failed', { service });
        throw error;
      });
      const [first] = items;
      if (!first) throw new CredentialsRefused('connection_link', 'ats_credentials', { service });
      return {
        secret: { tokens: session.tokens() },
        settings: { apiUrl, accountIds: items.map((account) => account.id) },
        account: { id: `account ${first.id}`, name: items.map((account) => account.name ?? service).join(', ') },
      };
    },
    async page({ id, session, settings }, cursor) {
      if (!session) throw new ServiceError('denied', 'The connection has no tokens');
      const { apiUrl, accountIds } = stored.parse(settings);
      const { account, page: number } = readCursor(cursor);
      const pace = paces.get(id) ?? { quietUntil: 0 };
      paces.set(id, pace);
      const read = remember(id, `${account}:${number}`, openReader(pace, { apiUrl, send: session.call }));
      const accountId = accountIds[account] ?? '';
      const base = `/accounts/${accountId}`;
      const after = account + 1 < accountIds.length ? `${account + 1}:1` : null;
      let total: number | undefined;
      const list = async ({ page, count }: Range) => {
        const answer = await read(applicants, `${base}/applicants?page=${page}&count=${count}`);
        total = answer.total_items ?? answer.total * count;
        return answer.items;
      };
      const reading = readRange(list, { page: number, count: perPage });
      const range = await (accountIds.length === 1 ? reading : orRefusal(reading));
      if (range instanceof ServiceError)
        return { people: [], unreadable: [{ id: `account ${accountId}`, reason: range.message }], next: after };
      const { rows, unreadable } = range;
      const people: ImportedPerson[] = [];
      for (const row of rows) people.push(await readPerson(read, base, row));
      const isLast = total !== undefined && number * perPage >= total;
      const isEmpty = rows.length + unreadable.length === 0;
      const next = isLast || isEmpty ? after : `${account}:${number + 1}`;
      // The totals of later accounts are unknown.
      return { people, unreadable, next, total: accountIds.length === 1 ? total : undefined };
    },
  };
}
