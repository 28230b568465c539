import { implement } from '@orpc/server';
import { profileEnrichment } from '@headwater/contract/profile-enrichment';
import type { NewFact } from '@headwater/domain/profiles/new-facts';
import type { RequestContext } from '#platform/http/context.ts';
import { contactKey, enrichByFile, factKey, previewEnrichment, undoEnrichment } from './actions/enrich-by-file.ts';
import type { CreationServices } from './actions/read-upload.ts';
import { fullName } from './full-name.ts';
import { requirePersonalInfo } from './require-personal-info.ts';

/** Omits long texts. */
const shown = 'title company institution field name url code level city country amount currency start end start_year end_year year'.split(
  ' ',
);
const longest = 200;

function entryOf(fact: unknown): unknown {
  if (typeof fact === 'string') return fact.slice(0, longest);
  if (typeof fact !== 'object' || fact === null) return fact;
  return Object.fromEntries(Object.entries(fact).filter(([name, value]) => shown.includes(name) && value !== null && value !== undefined));
}

const presentFact = ({ field, added }: NewFact) => ({
  field,
  entries: added.map(entryOf),
  keys: added.map((entry) => factKey(field, entry)),
});

export function fileEnrichmentRoutes(services: CreationServices) {
  const api = implement(profileEnrichment).$context<RequestContext>();
  return {
    preview: api.preview.handler(async ({ input, context: { actor, signal } }) => {
      requirePersonalInfo(actor);
      const preview = await previewEnrichment(services, actor, { profileId: input.id, fileId: input.file_id, signal });
      return {
        name: fullName(preview.person),
        is_other_person: preview.isOtherPerson,
        added: preview.facts.map(presentFact),
        contacts: preview.contacts.map((contact) => ({ type: contact.type, value: contact.value, key: contactKey(contact) })),
      };
    }),
    enrich: api.enrich.handler(async ({ input, context: { actor, signal } }) => {
      requirePersonalInfo(actor);
      const { id: profileId, file_id: fileId, left_out: leftOut } = input;
      const { fragmentId, contactsAdded } = await enrichByFile(services, actor, { profileId, fileId, leftOut, signal });
      return { fragment_id: fragmentId, contacts_added: contactsAdded };
    }),
    undo: api.undo.handler(({ input, context: { actor } }) =>
      services.database.inCompany(actor.company.id, async (tx) => {
        requirePersonalInfo(actor);
        await undoEnrichment(tx, actor, { signing: services.signing, profileId: input.id, fragmentId: input.fragmentId });
        return {};
      }),
    ),
  };
}
