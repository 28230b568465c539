import { expect, it } from 'vitest';
import { opensWithoutLimit } from './contact-limits.ts';

it('[CONT-025] [CONT-024] limits contacts of recruiters, administrators and hiring managers, not of staff and people without search', () => {
  for (const role of ['worker', 'admin', 'hm'] as const) expect(opensWithoutLimit({ role })).toBe(false);
  for (const role of ['super_user', 'sales_manager', 'manager', 'service_admin', 'admin_without_search'] as const)
    expect(opensWithoutLimit({ role })).toBe(true);
});
