import { type Actor, isAdminType } from '../roles.ts';

/** TPL-007. */
export const blankTemplateId = -1;
/** TPL-009: the first of the examples; the others follow downwards. */
export const firstExampleId = -2;

/** TPL-017. */
export const templateBounds = { name: 255, subject: 255, body: 100_000, fallback: 1000, variables: 100, attachments: 50 } as const;

interface TemplateAccess {
  accessType: 'public' | 'private';
  createdBy: number | null;
}

/** ROLE-058: a private one is for its creator alone. */
export const maySeeTemplate = (actor: Pick<Actor, 'userId'>, { accessType, createdBy }: TemplateAccess): boolean =>
  accessType === 'public' || createdBy === actor.userId;

/** TPL-017: own ones, and admin roles any of the company that they see. */
export const mayChangeTemplate = (actor: Pick<Actor, 'userId' | 'role'>, template: TemplateAccess): boolean =>
  maySeeTemplate(actor, template) && (template.createdBy === actor.userId || isAdminType(actor));
