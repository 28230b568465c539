import type { z } from 'zod';
import type { AtsImporter, ImportedPerson } from '#modules/connections/import-port.ts';
import { type AcceptedAccount, CredentialsRefused } from '#modules/connections/ats-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Call, Caller } from '#platform/fetch/api-caller.ts';
import { downloadFile } from '#platform/fetch/download-file.ts';
import { readableRows } from '#platform/fetch/readable-rows.ts';
import { createServiceApi, type Pace, ServiceError } from '#platform/fetch/service-api.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import { type Addresses, pageOf } from './addresses.ts';
import { findUser, harvestLists, nextPage, readAtOnce } from './harvest-lists.ts';
import { limitEnds } from './limits.ts';
import { nameOf } from './harvest-read.ts';
import { createTokenClient, refreshOf } from './token.ts';
import { attachment, type Candidate, candidate, reasonOf } from './wire.ts';

interface ImporterOptions {
  clock: Clock;
  caller: Caller;
  addresses: Addresses;
}

const title = 'Greenhouse';
/** The resumes of a page are in memory. */
const perPage = '10';

function positionsOf({ title, company }: Candidate) {
  const shown = (title || company || '').trim().slice(0, 255);
  return shown === '' ? [] : [{ title: shown, company: company?.trim().slice(0, 255) || null, is_current: true }];
}

const profileOf = (row: Candidate) => ({
  first_name: row.first_name ?? '',
  last_name: row.last_name ?? '',
  positions: positionsOf(row),
  contacts: [
    ...(row.email_addresses ?? []).map(({ value }) => ({ type: 'email' as const, value })),
    ...(row.phone_numbers ?? []).map(({ value }) => ({ type: 'phone' as const, value })),
    ...(row.website_addresses ?? []).map(({ value }) => ({ type: 'link' as const, value })),
  ],
});

/** Harvest v3: candidates by descending id, with their newest resume. */
export function createGreenhouseImporter({ clock, caller, addresses }: ImporterOptions): AtsImporter {
  const paces = new Map<number, Pace>();
  const tokenClient = createTokenClient({ clock, caller, tokenUrl: addresses.token });
  const openApi = (pace: Pace, send: (call: Call) => Promise<Answer>) => createServiceApi({ clock, pace, send, reasonOf, limitEnds });

  return {
    async accept({ email, client_id: id, client_secret: secret, access_token: token }): Promise<AcceptedAccount> {
      if (email === '') throw new CredentialsRefused('email', 'field_required');
      // Candidate Ingestion cannot list people.
      if (token !== '' && id === '') throw new CredentialsRefused('access_token', 'ats_import_needs_client', { service: title });
      if (id === '') throw new CredentialsRefused('client_id', 'field_required');
      if (secret === '') throw new CredentialsRefused('client_secret', 'field_required');
      const tokens = { access: '', refresh: refreshOf(id, secret), expiresAt: new Date(0).toISOString(), scopes: [] };
      const session = createOAuthSession({ client: tokenClient, caller, clock, tokens, keep: async () => undefined });
      const lists = harvestLists(openApi({ quietUntil: 0 }, session.call), addresses.harvest);
      const asField = (scope: string) => (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        if (error.kind === 'denied') throw new CredentialsRefused('client_secret', 'ats_credentials', { service: title });
        if (error.kind === 'rights') throw new CredentialsRefused('client_id', 'ats_scope_missing', { service: title, scope });
        throw error;
      };
      const user = await findUser(lists, email).catch(asField('harvest:users:list'));
      if (!user) throw new CredentialsRefused('email', 'ats_user_unknown', { service: title });
      await lists.list('/attachments', attachment, { candidate_ids: '1' }).catch(asField('harvest:attachments:list'));
      return { secret: { tokens: session.tokens() }, settings: { email }, account: { id: `user ${user.id}`, name: user.name ?? email } };
    },
    async page({ id, session }, cursor) {
      if (!session) throw new ServiceError('denied', 'The connection has no credentials');
      const pace = paces.get(id) ?? { quietUntil: 0 };
      paces.set(id, pace);
      const api = openApi(pace, session.call);
      const url = cursor ?? `${addresses.harvest}/candidates?per_page=${perPage}`;
      const { data, headers } = await api.json(readableRows(candidate), { method: 'GET', url });
      const { rows, unreadable } = data;
      const lists = harvestLists(api, addresses.harvest);
      const files: z.output<typeof attachment>[] = [];
      for (let at = 0; at < rows.length; at += readAtOnce) {
        const ids = rows.slice(at, at + readAtOnce).map((row) => row.id);
        files.push(...(await lists.list('/attachments', attachment, { candidate_ids: ids.join(','), type: 'resume' })));
      }
      const people: ImportedPerson[] = [];
      for (const row of rows) {
        // Lists are in descending order of ids.
        const newest = files.find((file) => file.candidate_id === row.id);
        const resume = newest?.url ? await downloadFile(caller, newest.url) : undefined;
        people.push({
          id: row.id,
          name: nameOf(row),
          url: pageOf(row.id),
          profile: profileOf(row),
          resume: resume && { name: newest?.filename ?? 'resume', bytes: resume },
        });
      }
      return { people, unreadable, next: nextPage(headers['link'], addresses.harvest) ?? null };
    },
  };
}
