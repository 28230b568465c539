import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { fragmentFields } from '@headwater/domain/profiles/fragments';
import { z } from 'zod';
import { route } from './route.ts';
import { id } from './validation.ts';

const facts = z.object({
  name: z.string(),
  /** The file names another person than the profile. */
  is_other_person: z.boolean(),
  /** `keys` identify the entries in `left_out`. */
  added: z.array(z.object({ field: z.enum(fragmentFields), entries: z.array(z.unknown()), keys: z.array(z.string()) })),
  contacts: z.array(z.object({ type: z.enum(contactTypes), value: z.string(), key: z.string() })),
});
export type EnrichmentPreview = z.infer<typeof facts>;

const target = {
  access: 'search',
  targets: { id: 'profile' },
  example: { file_id: '{file}' },
  errors: ['enrichment_impossible'],
} as const;

export const profileEnrichment = {
  preview: route({
    method: 'POST',
    path: '/api/v6/profiles/{id}/enrich_by_file/preview/',
    summary: 'What a file would add to a profile; nothing is changed',
    ...target,
  })
    .input(z.object({ id, file_id: id }))
    .output(facts),
  enrich: route({
    method: 'POST',
    path: '/api/v6/profiles/{id}/enrich_by_file/',
    summary: 'Add what a file says and the profile does not, for the own company; once a file. Entries of the preview can be left out',
    ...target,
  })
    .input(z.object({ id, file_id: id, left_out: z.array(z.string().max(64)).max(5000).default([]) }))
    .output(z.object({ fragment_id: z.number(), contacts_added: z.array(z.number()) })),
  undo: route({
    method: 'DELETE',
    path: '/api/v6/profiles/{id}/enrich_by_file/{fragmentId}/',
    summary: 'Take back what a file has added, its contacts too',
    access: 'search',
    targets: { id: 'profile', fragmentId: 'fragment' },
  })
    .input(z.object({ id, fragmentId: id }))
    .output(z.object({})),
};
