import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Role } from '@headwater/domain/roles';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './roles.module.css';

export interface Line {
  id: string;
  title: string;
  note?: string | undefined;
  /** Undefined: never; '': always; otherwise the condition. */
  cell: (role: Role) => string | undefined;
}

interface MatrixProps {
  label: string;
  roles: readonly Role[];
  lines: readonly Line[];
}

const Title = ({ title, note }: Pick<Line, 'title' | 'note'>) => (
  <>
    {title}
    {note && <span className={classes.note}>{note}</span>}
  </>
);

function Sentences({ roles, lines }: MatrixProps) {
  const { t } = useTranslation('roles');
  const wordFor = (role: Role, when: string) => (when === '' ? t(`role.${role}`) : t('when', { role: t(`role.${role}`), when }));
  return (
    <dl className={classes.sentences}>
      {lines.map(({ id, title, note, cell }) => {
        const who = roles.flatMap((role) => {
          const when = cell(role);
          return when === undefined ? [] : [wordFor(role, when)];
        });
        return (
          <div key={id} className={classes.sentence}>
            <dt>
              <Title title={title} note={note} />
            </dt>
            <dd>{who.length === 0 ? t('nobody') : who.join(', ')}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Cell({ when }: { when: string | undefined }): ReactNode {
  const { t } = useTranslation('roles');
  if (when === undefined)
    return (
      <span className={classes.no}>
        <span aria-hidden>–</span>
        <span className="hw-visually-hidden">{t('no')}</span>
      </span>
    );
  return (
    <>
      <IconCheck size={16} stroke={2} className={classes.yes} aria-hidden />
      <span className={when === '' ? 'hw-visually-hidden' : classes.when}>{when === '' ? t('yes') : when}</span>
    </>
  );
}

export function Matrix(props: MatrixProps) {
  const { t } = useTranslation('roles');
  const isPhone = usePhone();
  if (isPhone) return <Sentences {...props} />;
  const { label, roles, lines } = props;
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={classes.first}>
            <span className="hw-visually-hidden">{t('right')}</span>
          </th>
          {roles.map((role) => (
            <th key={role} scope="col">
              {t(`role.${role}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, title, note, cell }) => (
          <tr key={id}>
            <th scope="row" className={classes.first}>
              <Title title={title} note={note} />
            </th>
            {roles.map((role) => (
              <td key={role}>
                <Cell when={cell(role)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
