import { expect, it } from 'vitest';
import { opensWithoutLimit } from './contact-limits.ts';

it('[CONT-025] [CONT-024] recruiters, administrators and hiring managers have a limit of contacts; staff and who does not search have none', () => {
  for (const role of ['worker', 'admin', 'hm'] as const) expect(opensWithoutLimit({ role })).toBe(false);
  for (const role of ['super_user', 'sales_manager', 'manager', 'service_admin', 'admin_without_search'] as const)
    expect(opensWithoutLimit({ role })).toBe(true);
});
