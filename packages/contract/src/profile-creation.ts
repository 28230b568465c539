import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { z } from 'zod';
import { formValues } from './profile-fragments.ts';
import { formContact, profileChange, webAddress } from './profile-form.ts';
import { profileBytes, route } from './route.ts';
import { id, text } from './validation.ts';

const pasted = text(100_000);
const contacts = z.array(formContact).max(100);

const readPerson = z.object({
  values: formValues,
  contacts: z.array(formContact),
  known_id: z.number().nullable(),
});
export type ReadPerson = z.output<typeof readPerson>;

export const profileMatch = z.object({
  id: z.number(),
  name: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  city: z.string().nullable(),
  is_own: z.boolean(),
  same: z.array(z.object({ type: z.enum(contactTypes), value: z.string() })),
});
export type ProfileMatch = z.infer<typeof profileMatch>;

export const profileCreation = {
  create: route({
    method: 'POST',
    path: '/api/v6/profiles/create/',
    summary:
      'Create a profile of the own company from a form, from an uploaded file (file_id), from pasted text or from a link. A link that is known answers the profile that has it. Fields of the form win over what the file says',
    access: 'search',
    json: profileBytes,
    example: { first_name: 'Ada', last_name: 'Lovelace' },
    errors: ['profile_not_created', 'file_of_many'],
  })
    .input(
      profileChange.extend({
        contacts: contacts.optional(),
        file_id: id.optional(),
        text: pasted.optional(),
        link: webAddress.optional(),
        /** Idempotency key: repeated requests create one profile. */
        request_key: z
          .string()
          .regex(/^[\w-]{16,64}$/)
          .optional(),
        /** Profiles of one import are one entry of recent activity, with one undo. */
        import_key: z
          .string()
          .regex(/^[\w-]{16,64}$/)
          .optional(),
      }),
    )
    .output(z.object({ id: z.number(), created: z.boolean(), ...profileMatch.pick({ name: true, title: true, company: true }).shape })),
  undo: route({
    method: 'POST',
    path: '/api/v6/profiles/{id}/create/undo/',
    summary:
      'Undo the creation of a profile: whoever created it takes it back within an hour, while nobody has begun to work with it. Its uploaded file can make another profile',
    access: 'search',
    targets: { id: 'profile' },
  })
    .input(z.object({ id }))
    .output(z.object({ id: z.number() })),
  remove: route({
    method: 'DELETE',
    path: '/api/v6/profiles/{id}/',
    summary:
      'Delete a profile that the caller created; administrators delete all of the company. Refused while anybody but the caller and its creator works with it',
    access: 'search',
    targets: { id: 'profile' },
    errors: ['profile_in_use'],
  })
    .input(z.object({ id }))
    .output(z.object({ id: z.number() })),
  read: route({
    method: 'POST',
    path: '/api/v6/profiles/create/read/',
    summary: 'Read an uploaded file or pasted text as a form; nothing is created',
    access: 'search',
    example: { text: 'Ada Lovelace' },
    errors: ['profile_not_created', 'file_of_many'],
  })
    .input(
      z
        .object({ file_id: id.optional(), text: pasted.optional() })
        .refine(({ file_id: file, text: said }) => file ?? said, { path: ['file_id'], message: 'field_required' }),
    )
    .output(readPerson),
  matches: route({
    method: 'POST',
    path: '/api/v6/profiles/create/matches/',
    summary:
      'Profiles that the company sees with the same e-mail, phone, account or link. A contact of the common base that is closed to the caller counts only where the name fits too, for 100 contacts a day',
    access: 'search',
    example: { name: 'Ada Lovelace', contacts: [{ type: 'email', value: 'someone@example.test' }] },
  })
    .input(
      z.object({
        name: text(255).optional(),
        contacts: z.array(formContact).max(5).default([]),
        links: z.array(z.string().trim().min(1).max(2000)).max(100).default([]),
        except: id.optional(),
      }),
    )
    /** `notice`: the limit of the day is used up, in the caller's language. */
    .output(z.object({ matches: z.array(profileMatch), notice: z.string().nullable() })),
};
