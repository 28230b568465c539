import { type Actor, isAdminType } from '../roles.ts';

/** TPL-007 */
export const blankTemplateId = -1;
/** TPL-009: the others count down. */
export const firstExampleId = -2;

/** TPL-017 */
export const templateBounds = { name: 255, subject: 255, body: 100_000, fallback: 1000, variables: 100, attachments: 50 } as const;

interface TemplateAccess {
  accessType: 'public' | 'private';
  createdBy: number | null;
}

/** ROLE-058 */
export const maySeeTemplate = (actor: Pick<Actor, 'userId'>, { accessType, createdBy }: TemplateAccess): boolean =>
  accessType === 'public' || createdBy === actor.userId;

/** TPL-017 */
export const mayChangeTemplate = (actor: Pick<Actor, 'userId' | 'role'>, template: TemplateAccess): boolean =>
  maySeeTemplate(actor, template) && (template.createdBy === actor.userId || isAdminType(actor));
