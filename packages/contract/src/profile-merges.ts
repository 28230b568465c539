import { fragmentFields } from '@headwater/domain/profiles/fragments';
import { mergeChoices } from '@headwater/domain/profiles/merge';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment } from './validation.ts';

export const mostMerged = 20;

const newest = z.number().int().min(0);

export const mergedProfile = z.object({
  id: z.number(),
  name: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  city: z.string().nullable(),
  is_own: z.boolean(),
  /** Final profile, if the direct target was merged later. */
  merged_into: z.number(),
  merged_at: moment,
  merged_by: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type MergedProfile = z.infer<typeof mergedProfile>;

export const profileMerges = {
  glue: route({
    method: 'POST',
    path: '/api/glun/v4/',
    summary:
      'Merge profiles of one person for the own company (glue): the first one stays and takes what hangs on the others. Or take the others out again (unglue)',
    access: 'search',
    example: { action: 'glue', profile_ids: ['{profile}', '{profile}'] },
  })
    .input(
      z.object({
        action: z.enum(['glue', 'unglue']),
        profile_ids: z.array(id).min(1).max(mostMerged),
        /**
         * Values of the surviving profile. Missing lists are united; other fields take the first
         * non-empty value.
         */
        choices: z.partialRecord(z.enum(fragmentFields), z.enum(mergeChoices)).optional(),
        /** Latest known saves of the survivor and the others; newer ones answer 400. */
        after: z.object({ survivor: newest, absorbed: newest }).optional(),
      }),
    )
    .output(
      z.object({
        profile_id: z.number(),
        /** Job for undo within an hour; null for detached profiles and already merged ones. */
        job_id: z.number().nullable(),
      }),
    ),
  detach: route({
    method: 'POST',
    path: '/api/profiles/{id}/detach/',
    summary:
      'Detach a sub-profile: it stands by itself again, with what hung on it. The address names it, or with profile_id the one that it is in',
    access: 'search',
    targets: { id: 'merged_profile' },
  })
    .input(z.object({ id, profile_id: id.optional() }))
    .output(z.object({ profile_id: z.number() })),
  parts: route({
    method: 'GET',
    path: '/api/singular_profiles/v4/',
    summary: 'The single profiles that the own company has merged into a profile',
    access: 'profiles',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(z.object({ profiles: z.array(mergedProfile) })),
};
