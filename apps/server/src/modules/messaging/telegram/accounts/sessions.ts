import { type ResealCounts, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { listSessions, replaceSession } from '../store/accounts.ts';

/** Binds a session to its company and phone, so that a moved row cannot be decrypted. */
const contextOf = (companyId: number, phone: string) => `Telegram of company ${companyId} ${phone}`;

interface Owner {
  company_id: number;
  phone_number: string;
}

export const sealSession = (box: SecretBox, { company_id: companyId, phone_number: phone }: Owner, session: string): string =>
  box.seal(session, contextOf(companyId, phone));

export const openSession = (box: SecretBox, row: Owner & { session: string }): string =>
  box.open(row.session, contextOf(row.company_id, row.phone_number));

/** Encrypts sessions again after a key change. Pending sign-ins expire within minutes. */
export const resealSessions = (database: Database, box: SecretBox): Promise<ResealCounts> =>
  database.asSystem(async (tx) =>
    resealRows(await listSessions(tx), {
      reseal: (row) => box.reseal(row.session, contextOf(row.company_id, row.phone_number)),
      replace: ({ id, session }, to) => replaceSession(tx, id, { from: session, to }),
    }),
  );
