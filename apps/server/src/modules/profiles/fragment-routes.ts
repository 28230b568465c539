import { implement } from '@orpc/server';
import { profileFragments } from '@headwater/contract/profile-fragments';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { createFromFile, readResumeInto } from './actions/create-profile.ts';
import type { CreationServices } from './actions/read-upload.ts';
import {
  changeFragment,
  createFromFragments,
  profileOfFragment,
  readShownFragments,
  removeFragment,
  restoreFields,
  saveForm,
} from './actions/fragments.ts';
import { changeUnlessErased } from './erased-people.ts';
import { presentEditing, presentFragment } from './present-fragments.ts';
import { requirePersonalInfo } from './require-personal-info.ts';
import type { FragmentRow } from './store/fragments.ts';
import { userNames } from './user-names.ts';

export function fragmentRoutes(services: CreationServices) {
  const { database } = services;
  const api = implement(profileFragments).$context<RequestContext>();
  const inCompany = <Result>(actor: Actor, work: (tx: Tx) => Promise<Result>) => {
    requirePersonalInfo(actor);
    return database.inCompany(actor.company.id, work);
  };
  const unlessErased = <Result>(tx: Tx, actor: Actor, { profileId, change }: { profileId: number; change: () => Promise<Result> }) =>
    changeUnlessErased(tx, { signing: services.signing, companyId: actor.company.id, profileIds: [profileId] }, change);
  /** An earlier value may appear again. */
  const remove = async (tx: Tx, actor: Actor, removal: { fragmentId: number; profileId?: number }) =>
    unlessErased(tx, actor, {
      profileId: await profileOfFragment(tx, removal.fragmentId),
      change: () => removeFragment(tx, actor, removal),
    });
  const shown = (actor: Actor, row: FragmentRow | undefined) =>
    row ? database.inCompany(actor.company.id, async (tx) => presentFragment(row, await userNames(tx))) : null;
  return {
    editing: api.editing.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => presentEditing(await readShownFragments(tx, input.id), await userNames(tx))),
    ),
    add: api.add.handler(({ input: { id, contacts, after, ...change }, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const { fragment, contactsAdded } = await unlessErased(tx, actor, {
          profileId: id,
          change: () => saveForm(tx, actor, { profileId: id, change, contacts, after }),
        });
        return { fragment: fragment ? presentFragment(fragment, await userNames(tx)) : null, contacts_added: contactsAdded };
      }),
    ),
    restore: api.restore.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const { id: profileId, fields } = input;
        await unlessErased(tx, actor, { profileId, change: () => restoreFields(tx, actor, { profileId, fields }) });
        return {};
      }),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const { profileId, rows } = await createFromFragments(tx, actor, { changes: input.fragments, signing: services.signing });
        const names = await userNames(tx);
        return { id: profileId, fragments: rows.map((row) => presentFragment(row, names)) };
      }),
    ),
    createFromFile: api.createFromFile.handler(async ({ input, context: { actor, signal } }) => {
      requirePersonalInfo(actor);
      const { profileId, fragment } = await createFromFile(services, actor, { fileId: input.file_id, signal });
      return { id: profileId, fragment: await shown(actor, fragment) };
    }),
    readResume: api.readResume.handler(async ({ input, context: { actor, signal } }) => {
      requirePersonalInfo(actor);
      const read = await readResumeInto(services, actor, { fragmentId: input.id, resumeId: input.resume_id, signal });
      return { fragment: await shown(actor, read) };
    }),
    change: api.change.handler(({ input: { id, without, ...change }, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const row = await unlessErased(tx, actor, {
          profileId: await profileOfFragment(tx, id),
          change: () => changeFragment(tx, actor, { fragmentId: id, change, without }),
        });
        return { fragment: row ? presentFragment(row, await userNames(tx)) : null };
      }),
    ),
    remove: api.remove.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        await remove(tx, actor, { fragmentId: input.id });
        return {};
      }),
    ),
    removeOfProfile: api.removeOfProfile.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        await remove(tx, actor, { fragmentId: input.id, profileId: input.profileId });
        return {};
      }),
    ),
  };
}
