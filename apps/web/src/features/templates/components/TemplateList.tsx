import { IconLock, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TemplateView } from '@headwater/contract/templates';
import { useCurrentUser } from '#lib/current-user.ts';
import { VariableText } from '#features/editor/components/VariableText.tsx';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { Room } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { creatorsQuery, templatesPerPage, templatesQuery } from '../api/templates.ts';
import { templateParams } from '../model/params.ts';
import { NewTemplate } from './NewTemplate.tsx';
import classes from './templates.module.css';

function NameCell({ template, lockLabel }: { template: TemplateView; lockLabel: string }) {
  return (
    <span className={classes.name}>
      <span className={classes.cut}>{template.name}</span>
      {template.access_type === 'private' && (
        <span className={classes.lock} title={lockLabel}>
          <IconLock size={14} aria-hidden />
          <span className="hw-visually-hidden">{lockLabel}</span>
        </span>
      )}
    </span>
  );
}

const SubjectCell = ({ template: { subject, custom_variables: variables } }: { template: TemplateView }) =>
  subject === '' ? '—' : <VariableText text={subject} variables={variables} />;

/** Next to an open pane and on a phone, only the columns that identify a template. */
function columnsFor(t: TFunction<'templates'>, room: Room): DataColumn<TemplateView>[] {
  const name: DataColumn<TemplateView> = {
    id: 'name',
    header: t('name'),
    cell: (row) => <NameCell template={row} lockLabel={t('isPrivate')} />,
    hideable: false,
  };
  const updated: DataColumn<TemplateView> = {
    id: 'updated',
    header: t('updated'),
    cell: (row) => row.updated && <RelativeTime value={row.updated} />,
    width: room === 'phone' ? 112 : 150,
  };
  if (room !== 'wide') return [name, updated];
  return [
    name,
    { id: 'subject', header: t('subject'), cell: (row) => <SubjectCell template={row} /> },
    {
      id: 'creator',
      header: t('creator'),
      cell: (row) => (row.creator ? `${row.creator.first_name} ${row.creator.last_name}` : '—'),
      width: 180,
    },
    updated,
  ];
}

/** ROLE-067: the user is first among the creators. */
function useCreators() {
  const { t } = useTranslation('templates');
  const user = useCurrentUser();
  const creators = useQuery(creatorsQuery).data?.creators ?? [];
  return creators.map(({ id, first_name: first, last_name: last }) => {
    const name = `${first} ${last}`.trim();
    return { value: String(id), label: id === user.id ? t('you', { name }) : name };
  });
}

function Examples({ examples, onPick }: { examples: readonly TemplateView[]; onPick: (id: number) => void }) {
  return (
    <div className={classes.examples}>
      {examples.map(({ id, name, subject }) => (
        <button key={id} type="button" className={classes.example} onClick={() => onPick(id)}>
          <strong>{name}</strong>
          <span className={classes.quiet}>{subject}</span>
        </button>
      ))}
    </div>
  );
}

/** TPL-001. */
export function TemplateList() {
  const { t } = useTranslation('templates');
  const { shown, change } = useScreenParams(templateParams);
  const query = useQuery(templatesQuery(shown));
  const creators = useCreators();
  const examples = query.data?.example_templates ?? [];
  const onNew = (from: number) => change({ template: undefined, from });
  return (
    <ListScreen
      id="templates"
      title={t('title')}
      actions={<NewTemplate examples={examples} onPick={onNew} />}
      params={templateParams}
      filters={[
        { kind: 'search', name: 'search', label: t('search') },
        { kind: 'select', name: 'creator', label: t('creator'), any: t('anyCreator'), options: creators },
      ]}
      query={query}
      rows={query.data?.templates}
      count={query.data?.count}
      perPage={templatesPerPage}
      columns={(room) => columnsFor(t, room)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowHeight={{ phone: 52, narrow: 40, wide: 40 }}
      openId={shown.template}
      onOpen={({ id }) => change({ template: id, from: undefined })}
      beside={shown.template !== undefined || shown.from !== undefined}
      Icon={IconTemplate}
      nothing={{
        title: t('none'),
        text: t('noneText'),
        action: <Examples examples={examples} onPick={onNew} />,
      }}
    />
  );
}
