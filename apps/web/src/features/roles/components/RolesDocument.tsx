import { isAccountManager } from '@headwater/domain/companies/people';
import { type CompanyCondition, needsOf, type Right } from '@headwater/domain/rights';
import type { Role } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type Chapter, chapters, companyRoles, installationRoles, permissionNames, permissionOf } from '../model/chapters.ts';
import { type Line, Matrix } from './Matrix.tsx';
import classes from './roles.module.css';

type Texts = TFunction<'roles'>;

/** ROLE-016. */
const ofTheirs: readonly Right[] = ['employees', 'edit_employees', 'api_usage', 'managed_companies', 'audit'];

function whenOf(t: Texts, right: Right, role: Role): string | undefined {
  const needs = needsOf(right, role);
  if (!needs) return undefined;
  if (role === 'manager' && right === 'edit_employees') return t('limit.searchOnly');
  if (role === 'manager' && ofTheirs.includes(right)) return t('limit.theirs');
  return needs.person.map((name) => t(`need.${name}`)).join(', ');
}

type ShownCondition = Exclude<CompanyCondition, 'internal'>;
/** All readers of the page have more than the browser extension. */
const isShown = (name: CompanyCondition): name is ShownCondition => name !== 'internal';

function noteOf(t: Texts, right: Right, roles: readonly Role[]): string | undefined {
  const needs = roles.flatMap((role) => needsOf(right, role) ?? []);
  const [first = { company: [] }, ...others] = needs;
  const common = first.company.filter((name) => others.every(({ company }) => company.includes(name))).filter(isShown);
  return common.length === 0 ? undefined : t('companyNeeds', { needs: common.map((name) => t(`companyNeed.${name}`)).join(', ') });
}

function linesOf(t: Texts, chapter: Chapter, roles: readonly Role[]): Line[] {
  return chapters[chapter]
    .filter((right) => roles.some((role) => needsOf(right, role)))
    .map((right) => ({
      id: right,
      title: t(`rights.${right}`),
      note: noteOf(t, right, roles),
      cell: (role) => whenOf(t, right, role),
    }));
}

const permissionLines = (t: Texts): Line[] =>
  permissionNames.map((name) => ({
    id: name,
    title: t(`permission.${name}`),
    cell: (role) => ({ yes: '', no: undefined, set: t('limit.asSet') })[permissionOf(role, name)],
  }));

function Chapters({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('roles');
  return (Object.keys(chapters) as Chapter[]).map((chapter) => {
    const lines = linesOf(t, chapter, roles);
    return (
      lines.length > 0 && (
        <section key={chapter}>
          <h2 className={classes.heading}>{t(`chapter.${chapter}`)}</h2>
          <Matrix label={t(`chapter.${chapter}`)} roles={roles} lines={lines} />
        </section>
      )
    );
  });
}

/** ROLE-001 to ROLE-055, from the table that the server uses. */
export function RolesDocument() {
  const { t } = useTranslation('roles');
  const roles = isAccountManager(asActor(useCurrentUser())) ? [...companyRoles, ...installationRoles] : companyRoles;
  return (
    <article className={classes.article}>
      <p className={classes.lead}>{t('lead')}</p>
      <p className={classes.about}>{t('staffRights')}</p>
      <section>
        <h2 className={classes.heading}>{t('roles')}</h2>
        <dl className={classes.roles}>
          {roles.map((role) => (
            <div key={role}>
              <dt className={classes.role}>{t(`role.${role}`)}</dt>
              <dd className={classes.about}>{t(`about.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Chapters roles={roles} />
      <section>
        <h2 className={classes.heading}>{t('profiles')}</h2>
        <p className={classes.about}>{t('profilesText')}</p>
        <Matrix label={t('profiles')} roles={roles} lines={permissionLines(t)} />
      </section>
    </article>
  );
}
