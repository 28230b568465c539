import { useShortcutList } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Kbd } from '#ui/Kbd.tsx';
import classes from './ShortcutList.module.css';

export function ShortcutList() {
  const { t } = useTranslation('app');
  const own = { keys: 'escape', label: t('shortcuts.close'), group: t('shortcuts.general') };
  const shortcuts = [...useShortcutList().filter((shortcut) => !shortcut.disabled), own];
  const groups = [...new Set(shortcuts.map((shortcut) => shortcut.group))];
  return groups.map((group) => (
    <section key={group} className={classes.group}>
      <h3 className={classes.heading}>{group}</h3>
      <dl className={classes.list}>
        {shortcuts
          .filter((shortcut) => shortcut.group === group)
          .map((shortcut) => (
            <div key={shortcut.keys} className={classes.row}>
              <dt>{shortcut.label}</dt>
              <dd className={classes.keys}>
                <Kbd keys={shortcut.keys} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  ));
}
