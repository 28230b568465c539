import { z } from 'zod';
import { route, uploadBytes } from './route.ts';
import { id, moment } from './validation.ts';

/** FILE-015 */
const fileView = z.object({
  id: z.number(),
  created_at: moment,
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  filename: z.string(),
  size: z.number(),
});
export type FileView = z.infer<typeof fileView>;

const target = { targets: { id: 'file' } } as const;

export const files = {
  upload: route({
    method: 'POST',
    path: '/api/files/v1/',
    summary:
      'Upload a file as a form (file), attached to a profile where profile_id is given; with purpose "profile" one to create a profile from',
    access: 'search',
    upload: uploadBytes,
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ file: z.file(), profile_id: id.optional(), purpose: z.enum(['attachment', 'profile']).default('attachment') }))
    .output(fileView),
  antivirus: route({
    method: 'GET',
    path: '/api/v6/antivirus/',
    summary: 'Whether files from people are checked for viruses, and whether the scanner answers',
    access: 'admin',
  }).output(
    z.object({
      state: z.enum(['off', 'working', 'away']),
      version: z.string().nullable(),
      unchecked: z.enum(['refuse', 'accept']),
    }),
  ),
  get: route({ method: 'GET', path: '/api/files/v1/{id}/', summary: 'What is known of a file', access: 'signed_in', ...target })
    .input(z.object({ id, resume_id: id.optional() }))
    .output(fileView),
  remove: route({ method: 'DELETE', path: '/api/files/v1/{id}/', summary: 'Delete a file', access: 'signed_in', ...target })
    .input(z.object({ id, resume_id: id.optional() }))
    .output(z.object({})),
  preview: route({
    method: 'GET',
    path: '/api/files/v1/{id}/preview/',
    summary: 'How to show a file: a PDF by its bytes, other documents by their text',
    access: 'signed_in',
    errors: ['file_unreadable'],
    ...target,
  })
    .input(z.object({ id }))
    .output(z.discriminatedUnion('kind', [z.object({ kind: z.literal('pdf') }), z.object({ kind: z.literal('text'), text: z.string() })])),
  download: route({
    method: 'GET',
    path: '/api/files/v1/{id}/download/',
    summary: 'The bytes of a file, under its name',
    access: 'signed_in',
    outputStructure: 'detailed',
    ...target,
  })
    .input(z.object({ id }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),
};
