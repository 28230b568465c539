import { implement } from '@orpc/server';
import { profileEnrichment } from '@headwater/contract/profile-enrichment';
import type { NewFact } from '@headwater/domain/profiles/new-facts';
import type { RequestContext } from '#platform/http/context.ts';
import { enrichByFile, previewEnrichment, undoEnrichment } from './actions/enrich-by-file.ts';
import type { CreationServices } from './actions/create-profile.ts';
import { fullName } from './cards.ts';
import { requirePersonalInfo } from './require-personal-info.ts';

/** What is said of an entry in one line, the first that there is of these. */
const lineParts: readonly (readonly string[])[] = [
  ['title', 'company'],
  ['institution', 'field'],
  ['name'],
  ['url'],
  ['code', 'level'],
  ['city', 'country'],
  ['amount', 'currency'],
];
const longest = 200;

function lineOf(fact: unknown): string {
  if (typeof fact !== 'object' || fact === null) return String(fact).slice(0, longest);
  const entry = fact as Record<string, unknown>;
  const parts = lineParts.find(([first]) => first !== undefined && entry[first]) ?? [];
  const words = parts.flatMap((name) => (entry[name] ? [String(entry[name])] : []));
  const period = [entry['start'] ?? entry['start_year'], entry['end'] ?? entry['end_year']].filter(Boolean).join(' – ');
  return [words.join(', '), period].filter(Boolean).join(' · ').slice(0, longest);
}

const presentFact = ({ field, added }: NewFact) => ({ field, lines: added.map(lineOf) });

export function fileEnrichmentRoutes(services: CreationServices) {
  const api = implement(profileEnrichment).$context<RequestContext>();
  return {
    preview: api.preview.handler(async ({ input, context: { actor } }) => {
      requirePersonalInfo(actor);
      const { person, facts, contacts } = await previewEnrichment(services, actor, { profileId: input.id, fileId: input.file_id });
      return { name: fullName(person), added: facts.map(presentFact), contacts: contacts.map(({ type, value }) => ({ type, value })) };
    }),
    enrich: api.enrich.handler(async ({ input, context: { actor } }) => {
      requirePersonalInfo(actor);
      const { fragmentId, contactsAdded } = await enrichByFile(services, actor, { profileId: input.id, fileId: input.file_id });
      return { fragment_id: fragmentId, contacts_added: contactsAdded };
    }),
    undo: api.undo.handler(({ input, context: { actor } }) =>
      services.database.inCompany(actor.company.id, async (tx) => {
        requirePersonalInfo(actor);
        await undoEnrichment(tx, actor, { profileId: input.id, fragmentId: input.fragmentId });
        return {};
      }),
    ),
  };
}
