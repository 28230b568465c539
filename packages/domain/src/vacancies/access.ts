import { type Actor, isAdminType, isHiringManagerLike } from '../roles.ts';

export interface VacancyPeople {
  accessType: 'public' | 'private';
  createdBy: number;
  assignees: readonly number[];
  granted: readonly number[];
}

type Person = Pick<Actor, 'userId' | 'role' | 'permissions'>;

/** ROLE-006, ROLE-056 */
export function maySee(person: Pick<Person, 'userId' | 'role'>, vacancy: VacancyPeople): boolean {
  const { userId } = person;
  if (isHiringManagerLike(person)) return vacancy.granted.includes(userId);
  if (vacancy.accessType === 'public' || vacancy.createdBy === userId) return true;
  return vacancy.assignees.includes(userId) || vacancy.granted.includes(userId);
}

export interface VacancyRights {
  edit: boolean;
  remove: boolean;
  change_candidates: boolean;
  change_statuses: boolean;
}

/** VAC-053, ROLE-041, ROLE-046 */
export function rightsOf(person: Person, vacancy: VacancyPeople): VacancyRights {
  if (isHiringManagerLike(person)) {
    return { edit: false, remove: false, change_candidates: false, change_statuses: person.permissions.change_candidate };
  }
  // SHELL-045
  const works = person.role !== 'admin_without_search';
  const owns = vacancy.createdBy === person.userId || isAdminType(person);
  return {
    edit: works && (owns || vacancy.assignees.includes(person.userId)),
    remove: works && owns,
    change_candidates: works,
    change_statuses: person.permissions.change_candidate,
  };
}

interface CommentAccess {
  createdBy: number;
  vacancy: (VacancyPeople & { isDeleted: boolean }) | null;
}

/** ROLE-051 */
export function mayRead(person: Pick<Person, 'userId' | 'role'>, { createdBy, vacancy }: CommentAccess): boolean {
  if (isHiringManagerLike(person)) return vacancy !== null && !vacancy.isDeleted && maySee(person, vacancy);
  return vacancy === null || createdBy === person.userId || maySee(person, vacancy);
}
