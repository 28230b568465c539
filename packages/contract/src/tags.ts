import { maxTags, maxTagLength } from '@headwater/domain/profiles/tags';
import { z } from 'zod';
import { route } from './route.ts';
import { id, name } from './validation.ts';

/** Visible to one company only. */
export const tag = z.object({ id: z.number(), name: z.string() });
export type TagView = z.infer<typeof tag>;

export const maxTagged = 10_000;

const tagNames = z.array(name(maxTagLength)).max(maxTags);
const ofProfile = { path: '/api/v6/profiles/{id}/tags/', targets: { id: 'profile' } } as const;

export const tags = {
  list: route({
    method: 'GET',
    path: '/api/v6/tags/',
    summary: 'Tags of the own company that hold a text, the most used first',
    access: 'search',
  })
    .input(z.object({ text: z.string().max(255).default(''), per_page: z.coerce.number().int().min(1).max(100).default(20) }))
    .output(z.object({ tags: z.array(tag.extend({ count: z.number().int() })) })),
  ofProfile: route({ method: 'GET', summary: 'Tags of a profile', access: 'profiles', ...ofProfile })
    .input(z.object({ id }))
    .output(z.object({ tags: z.array(tag) })),
  save: route({
    method: 'POST',
    summary: 'Save the tags of a profile: the whole list, which replaces the one before',
    access: 'search',
    example: { tags: ['Relocation', 'Java'] },
    ...ofProfile,
  })
    .input(z.object({ id, tags: tagNames }))
    .output(z.object({ tags: z.array(tag) })),
  saveMany: route({
    method: 'POST',
    path: '/api/v6/profiles/tags/',
    summary: 'Put tags on several profiles, or take them off; a job, which can be undone for an hour',
    access: 'search',
    example: { profiles: ['{profile}'], add: ['Relocation'], remove: [] },
  })
    .input(
      z
        .object({ profiles: z.array(id).min(1).max(maxTagged), add: tagNames.default([]), remove: tagNames.default([]) })
        .refine(({ add, remove }) => add.length + remove.length > 0, { path: ['add'], message: 'field_empty' }),
    )
    .output(z.object({ job_id: z.number(), count: z.number().int() })),
};
