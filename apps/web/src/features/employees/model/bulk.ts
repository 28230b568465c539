import type { Employee } from '@headwater/contract/employees';
import { isAccountManager, kindOfRole } from '@headwater/domain/companies/people';
import type { Actor } from '@headwater/domain/roles';
import { rightsOver } from './rights.ts';

export type BulkAction =
  | { kind: 'role'; role: 'worker' | 'admin' }
  | { kind: 'search'; isOn: boolean }
  | { kind: 'department'; department: { id: number; name: string } | null }
  | { kind: 'deactivate' };

/** Whether the action changes the person and the reader may do it. */
export function isPossible(action: BulkAction, actor: Actor, person: Employee): boolean {
  const rights = rightsOver(actor, person);
  switch (action.kind) {
    case 'role':
      return rights.switches && (kindOfRole(person.role) === 'workers') === (action.role === 'admin');
    case 'search':
      return isAccountManager(actor) && person.role === 'worker' && person.can_search !== action.isOn;
    case 'department':
      return rights.adds && kindOfRole(person.role) !== 'managers' && person.department?.id !== action.department?.id;
    case 'deactivate':
      return rights.removes && person.is_active;
  }
}
