import { auditKinds, auditTargets } from '@headwater/domain/audit';
import { z } from 'zod';
import { fileAnswer } from './export-file.ts';
import { route } from './route.ts';
import { chosenDay, id, moment, optionalText, pages, paging } from './validation.ts';

const path = '/api/v6/audit/';

const person = z.object({ id: z.number(), name: z.string() });

const entry = z.object({
  id: z.number(),
  at: moment,
  company: person,
  kind: z.enum(auditKinds),
  user: person.nullable(),
  original_user: person.nullable(),
  target: z.object({
    kind: z.enum(auditTargets),
    id: z.number().nullable(),
    /** Current name. Profiles have one only in the log of the reader's own company. */
    name: z.string().nullable(),
  }),
  fields: z.array(z.string()),
  values: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  address: z.string().nullable(),
  /** How the user acted. Null: the installation. */
  method: z.enum(['session', 'token', 'scim']).nullable(),
  /** Name of the API token, if it has one. */
  token: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof entry>;

const filter = {
  /**
   * For staff and account managers. Default: all companies for staff, the own one for
   * administrators.
   */
  company_id: id.optional(),
  person: optionalText(255).default(''),
  kind: z.enum(auditKinds).optional(),
  target_kind: z.enum(auditTargets).optional(),
  target_id: id.optional(),
  date_from: chosenDay.optional(),
  date_to: chosenDay.optional(),
};
const filters = z.object(filter);
export type AuditFilter = z.infer<typeof filters>;

const retention = z.object({ days: z.number().int().min(90).max(3650) });

/** DEC-14 */
export const audit = {
  list: route({
    method: 'GET',
    path,
    summary: 'The audit log, the newest first',
    access: 'audit',
    example: { company_id: '{managed_company}' },
  })
    .input(filters.extend(paging))
    .output(z.object({ entries: z.array(entry), count: z.number().int(), pages })),
  export: route({
    method: 'GET',
    path: `${path}export/`,
    summary: 'The audit log as a table (CSV), the newest 50,000 entries',
    access: 'audit',
    example: { company_id: '{managed_company}' },
    outputStructure: 'detailed',
    csrf: true,
    exports: 'audit',
  })
    .input(filters)
    .output(fileAnswer),
  retention: route({ method: 'GET', path: `${path}retention/`, summary: 'How long the audit log is kept', access: 'own_audit' }).output(
    retention,
  ),
  saveRetention: route({
    method: 'PUT',
    path: `${path}retention/`,
    summary: 'Change how long the audit log is kept',
    access: 'own_audit',
    example: { days: 365 },
  })
    .input(retention)
    .output(retention),
};
