import { FieldErrors } from '#platform/errors.ts';
import type { Company } from '../store/companies.ts';

/** EMP-086. Throws FieldErrors. */
export function requireDomain({ hm_invite_domains: domains }: Pick<Company, 'hm_invite_domains'>, email: string): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain))
    throw new FieldErrors({ email: { key: 'hm_domain', parts: { domains: domains.join(', ') } } });
}
