import { implement } from '@orpc/server';
import { suppressions } from '@headwater/contract/suppressions';
import { mailboxKey } from '@headwater/domain/identity/email';
import { knownAddress } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { forgetBounces } from '#modules/profiles/public/addresses.ts';
import { matchedByContacts } from '#modules/profiles/public/contacts.ts';
import { addPasted } from './add-pasted-addresses.ts';
import { present, presentMany } from './present.ts';
import type { Registry } from './registry.ts';
import { findSuppression, listSuppressions, type Refusal, releaseSuppression } from './store.ts';
import { pageWindow } from '#platform/page-window.ts';

export interface SuppressionServices {
  database: Database;
  clock: Clock;
  registry: Registry;
}

async function requireSuppression(tx: Tx, companyId: number, id: number) {
  const row = await findSuppression(tx, id);
  if (row?.company_id !== companyId) throw new AppError('not_found');
  return row;
}

const peopleWith = async (tx: Tx, actor: Actor, email: string): Promise<number[]> =>
  (await matchedByContacts(tx, actor, [{ type: 'email', normalized: mailboxKey(email) }])).map((person) => person.profile_id);

/** Hashes of the address, and of people with this address who refused closed ones. */
async function hashesFor(tx: Tx, actor: Actor, { registry, email }: { registry: Registry; email: string }): Promise<Buffer[]> {
  const { id: companyId } = actor.company;
  const ofPeople = await registry.hashesOfProfiles(tx, companyId, await peopleWith(tx, actor, email));
  return [...(await registry.hashesOf(companyId, email)), ...ofPeople.map(({ hash }) => hash)];
}

/** The refusal of an address, also by a person with this address who refused closed ones. */
async function findRefusal(tx: Tx, actor: Actor, { registry, email }: { registry: Registry; email: string }): Promise<Refusal | undefined> {
  const known = (await registry.suppressed(tx, actor.company.id, [email])).get(email);
  if (known) return known;
  const refused = await registry.refusedBy(tx, actor.company.id, await peopleWith(tx, actor, email));
  return [...refused.values()][0];
}

export function suppressionRoutes({ database, clock, registry }: SuppressionServices) {
  const api = implement(suppressions).$context<RequestContext>();
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const { page, per_page: limit, search, reason, released } = input;
        const hashes = search && knownAddress(search) ? await hashesFor(tx, actor, { registry, email: search }) : [];
        const { rows, total } = await listSuppressions(tx, { search, hashes, reason, released, ...pageWindow(page, limit) });
        return { suppressions: await presentMany(tx, rows), total, pages: pagesOf({ page, perPage: limit, count: total }) };
      }),
    ),
    add: api.add.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, (tx) => addPasted(tx, actor, { registry, pasted: input.addresses, note: input.note })),
    ),
    release: api.release.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const known = await requireSuppression(tx, actor.company.id, input.id);
        const release = { by: actor.userId, at: clock.now(), note: input.note };
        // A double click keeps the first reason.
        const released = await releaseSuppression(tx, known.id, release);
        if (released?.address) await forgetBounces(tx, { companyId: actor.company.id, email: released.address });
        return present(tx, released ?? known);
      }),
    ),
    check: api.check.handler(({ input: { email }, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        if (!knownAddress(email)) throw new FieldErrors({ email: 'field_email' });
        const known = await findRefusal(tx, actor, { registry, email });
        return { is_suppressed: known !== undefined, reason: known?.reason ?? null, since: known?.since.toISOString() ?? null };
      }),
    ),
  };
}
