import { hiringManagerSections } from '@headwater/domain/permission-flags';
import { z } from 'zod';
import { route } from './route.ts';
import { id } from './validation.ts';

const [own, managed] = ['/api/v6/company/hiring_managers_settings/', '/api/v6/companies/{id}/hiring_managers_settings/'] as const;

/** ROLE-043 to ROLE-048 */
export const displaySections = z.object(
  Object.fromEntries(hiringManagerSections.map((section) => [section, z.boolean()])) as Record<
    (typeof hiringManagerSections)[number],
    z.ZodBoolean
  >,
);
const settings = z.object({ hm_display_sections: displaySections });
export type HiringManagerSettings = z.infer<typeof settings>;
const changes = z.object({ hm_display_sections: displaySections.partial() });
const example = { hm_display_sections: { contacts: false } };

/** EMP-071: settings of a company; overrides of one hiring manager take precedence (ROLE-050). */
export const hiringManagerSettings = {
  ofOwn: route({ method: 'GET', path: own, summary: 'What the hiring managers of the own company see', access: 'company' }).output(
    settings,
  ),
  saveOwn: route({
    method: 'PATCH',
    path: own,
    summary: 'Choose what the hiring managers of the own company see',
    access: 'company',
    example,
  })
    .input(changes)
    .output(settings),
  ofCompany: route({
    method: 'GET',
    path: managed,
    summary: 'What the hiring managers of a company see',
    access: 'managed_companies',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(settings),
  saveOfCompany: route({
    method: 'PATCH',
    path: managed,
    summary: 'Choose what the hiring managers of a company see',
    access: 'staff',
    targets: { id: 'managed_company' },
    example,
  })
    .input(changes.extend({ id }))
    .output(settings),
};
