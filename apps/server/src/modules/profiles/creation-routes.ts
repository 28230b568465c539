import { implement } from '@orpc/server';
import { message } from '@headwater/contract/errors';
import { profileCreation } from '@headwater/contract/profile-creation';
import type { Clock } from '#platform/clock.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { createProfile, readPerson } from './actions/create-profile.ts';
import type { CreationServices } from './actions/read-upload.ts';
import { deleteOwnProfile, undoCreation } from './actions/undo-creation.ts';
import { findMatches } from './actions/find-matches.ts';
import { valuesOf } from './present-fragments.ts';
import { requirePersonalInfo } from './require-personal-info.ts';

export function creationRoutes({ clock, ...services }: CreationServices & { clock: Clock }) {
  const api = implement(profileCreation).$context<RequestContext>();
  return {
    create: api.create.handler(({ input, context: { actor, signal } }) => {
      const { contacts, file_id: fileId, text, link, request_key: requestKey, import_key: importKey, ...change } = input;
      requirePersonalInfo(actor);
      return createProfile(services, actor, { change, contacts, fileId, text, link, requestKey, importKey, signal });
    }),
    undo: api.undo.handler(async ({ input: { id }, context: { actor } }) => {
      requirePersonalInfo(actor);
      const signer = await services.signing();
      return services.database.inCompany(actor.company.id, async (tx) => {
        await undoCreation(tx, actor, { profileId: id, signer, now: clock.now() });
        return { id };
      });
    }),
    remove: api.remove.handler(async ({ input: { id }, context: { actor } }) => {
      requirePersonalInfo(actor);
      const signer = await services.signing();
      return services.database.inCompany(actor.company.id, async (tx) => {
        await deleteOwnProfile(tx, actor, { profileId: id, signer, now: clock.now() });
        return { id };
      });
    }),
    read: api.read.handler(async ({ input, context: { actor, signal } }) => {
      requirePersonalInfo(actor);
      const { person, knownId } = await readPerson(services, actor, { fileId: input.file_id, text: input.text, signal });
      const contacts = person.contacts.map(({ type, value, kind }) => ({ type, value, kind }));
      return { values: valuesOf(person), contacts, known_id: knownId };
    }),
    matches: api.matches.handler(({ input: { name, ...known }, context: { actor } }) => {
      requirePersonalInfo(actor);
      const named = name === undefined ? undefined : { name, now: clock.now() };
      return services.database.inCompany(actor.company.id, async (tx) => {
        const { matches, isLimited } = await findMatches(tx, actor, { ...known, named });
        return { matches, notice: isLimited ? message('contacts_not_compared', actor.language) : null };
      });
    }),
  };
}
