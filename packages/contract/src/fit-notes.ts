import { fitVerdicts } from '@headwater/domain/vacancies/fit-verdicts';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, text } from './validation.ts';

const verdict = z.enum(fitVerdicts);

const fitNote = z.object({
  id: z.number(),
  verdict,
  text: z.string(),
  created_at: moment,
  updated_at: moment,
  created_by: z.object({ id: z.number(), name: z.string() }),
  /** Vacancy in which it was written, if the reader sees it. */
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  permissions: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type FitNoteView = z.infer<typeof fitNote>;

/** The newest note of a person. The text may be truncated. */
export const newestFitNote = z.object({ verdict, text: z.string() });
export type NewestFitNote = z.infer<typeof newestFitNote>;

const words = text(2000);
const ofProfile = { path: '/api/v6/profiles/{id}/fit_notes/', access: 'search', targets: { id: 'profile' } } as const;
const ofNote = { path: '/api/v6/fit_notes/{id}/', access: 'search', targets: { id: 'fit_note' } } as const;
const example = { verdict: 'fits', text: 'Built payment systems in Go' };

/** PPL-002 */
export const fitNotes = {
  ofProfile: route({ method: 'GET', summary: 'Why a person fits or does not, the newest note first', ...ofProfile })
    .input(z.object({ id }))
    .output(z.object({ fit_notes: z.array(fitNote) })),
  add: route({ method: 'POST', summary: 'Note why a person fits or does not, also as a candidate of a vacancy', example, ...ofProfile })
    .input(z.object({ id, verdict, text: words, candidate_id: id.optional() }))
    .output(fitNote),
  update: route({ method: 'PATCH', summary: 'Change an own note', example, ...ofNote })
    .input(z.object({ id, verdict: verdict.optional(), text: words.optional() }))
    .output(fitNote),
  remove: route({ method: 'DELETE', summary: 'Delete an own note, or as an admin any of the company', ...ofNote })
    .input(z.object({ id }))
    .output(z.object({})),
};
