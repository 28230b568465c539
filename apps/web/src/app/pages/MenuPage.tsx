import { Link } from '@tanstack/react-router';
import type { CurrentUser } from '@headwater/contract/accounts';
import { isExtensionOnly } from '@headwater/domain/roles';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { shownAccountMenu, accountName, shownMainMenu, type MenuEntry, outsideLinks } from '../frame/menu.ts';
import { menuIcons } from '../frame/menu-icons.ts';
import { useShellActions } from '../frame/shell-actions.ts';
import classes from './MenuPage.module.css';

function MenuSection({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation('app');
  const EntryIcon = menuIcons[entry.key];
  const head = (
    <>
      {EntryIcon && <EntryIcon size={18} stroke={1.6} aria-hidden />}
      {t(`menu.${entry.key}`)}
    </>
  );
  return (
    <li className={classes.section}>
      {entry.to === undefined ? (
        <span className={classes.head}>{head}</span>
      ) : (
        <Link to={entry.to} className={classes.head}>
          {head}
        </Link>
      )}
      <ul className={classes.list}>
        {entry.children.map((child) => (
          <li key={child.to}>
            <Link to={child.to} className={classes.sublink}>
              {t(`menu.${child.key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function whyEmpty(user: CurrentUser): 'extensionOnly' | 'noSearch' | undefined {
  if (isExtensionOnly(asActor(user))) return 'extensionOnly';
  return user.role === 'worker' && !user.can_search ? 'noSearch' : undefined;
}

/** SHELL-017: the whole menu as a page, for phones and for users with an empty rail. */
export function MenuPage() {
  const { t } = useTranslation('app');
  const user = useCurrentUser();
  const { openRecent } = useShellActions();
  const person = accountName(user) ?? { name: t('menu.extensionUser'), company: '' };
  const reason = whyEmpty(user);
  usePageTitle(t('menu.title'));
  return (
    <div className={classes.page}>
      <h1 className="hw-visually-hidden">{t('menu.title')}</h1>
      {reason && <p className={classes.reason}>{t(`page.${reason}`, { company: user.company.company_name })}</p>}
      <nav aria-label={t('menuPage')}>
        <ul className={classes.list}>
          {shownMainMenu(user).map((entry) => (
            <MenuSection key={entry.key} entry={entry} />
          ))}
          {mayAccess('vacancies', asActor(user)) && (
            <li>
              <button type="button" className={classes.link} onClick={openRecent}>
                {t('recent.open')}
              </button>
            </li>
          )}
          {outsideLinks(user).map(({ key, href }) => (
            <li key={key}>
              <a href={href} target="_blank" rel="noreferrer" className={classes.link}>
                {t(`menu.${key}`)}
              </a>
            </li>
          ))}
        </ul>
        <section className={classes.section}>
          <h2 className={classes.heading}>
            <Avatar name={user.name} size={20} />
            {[person.name, person.company].filter(Boolean).join(' · ')}
          </h2>
          <ul className={classes.list}>
            {shownAccountMenu(user).map(({ key, to }) => (
              <li key={key}>
                {key === 'logout' ? (
                  <a href={to} className={classes.link}>
                    {t('menu.logout')}
                  </a>
                ) : (
                  <Link to={to} className={classes.link}>
                    {t(`menu.${key}`)}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      </nav>
    </div>
  );
}
