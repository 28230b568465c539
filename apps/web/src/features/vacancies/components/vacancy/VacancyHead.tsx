import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconLayoutKanban, IconTable, IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { canSearch } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { ChangeOptions } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';

import { VacancyMenu } from '../VacancyMenu.tsx';
import { MessagingMenu } from './MessagingMenu.tsx';
import { StatusTabs } from './StatusTabs.tsx';
import { searchFor } from './search-for.tsx';
import type { VacancyAddress } from './vacancy-address.ts';
import { VacancyTerms } from './VacancyTerms.tsx';
import classes from './VacancyHead.module.css';

interface VacancyHeadProps {
  vacancy: VacancyView | undefined;
  shown: VacancyAddress;
  onChange: (next: Partial<VacancyAddress>, options?: ChangeOptions) => void;
  phone: boolean;
  actions?: ReactNode;
  menu?: ReactNode;
}

function useFacts(vacancy: VacancyView | undefined): string | undefined {
  const { t } = useTranslation('vacancies');
  if (!vacancy) return undefined;
  const facts = [
    vacancy.company_name,
    vacancy.status === 'active' ? t('factActive') : t('factArchived'),
    t('recruiterCount', { count: vacancy.assignees.length }),
    vacancy.access_type === 'public' ? t('factPublic') : t('factPrivate'),
  ];
  return facts.filter(Boolean).join(' · ');
}

function AddPeople({ vacancyId, phone }: { vacancyId: number; phone: boolean }) {
  const { t } = useTranslation('vacancies');
  if (phone) {
    return (
      <ActionIcon {...searchFor(vacancyId)} variant="filled" color="teal" aria-label={t('addPeople')}>
        <IconUserPlus size={16} />
      </ActionIcon>
    );
  }
  return (
    <Button {...searchFor(vacancyId)} variant="filled" leftSection={<IconUserPlus size={16} />}>
      {t('addPeople')}
    </Button>
  );
}

function ViewIcon({ label, Icon }: { label: string; Icon: typeof IconTable }) {
  return (
    <Tooltip label={label}>
      <span className={classes.view}>
        <Icon size={14} aria-hidden />
        <span className="hw-visually-hidden">{label}</span>
      </span>
    </Tooltip>
  );
}

function ViewSwitch({ view, onChange }: { view: VacancyAddress['view']; onChange: (view: VacancyAddress['view']) => void }) {
  const { t } = useTranslation('vacancies');
  return (
    <SegmentedControl
      aria-label={t('view')}
      value={view}
      onChange={(next) => onChange(next as VacancyAddress['view'])}
      data={[
        { value: 'table', label: <ViewIcon label={t('table')} Icon={IconTable} /> },
        { value: 'board', label: <ViewIcon label={t('board')} Icon={IconLayoutKanban} /> },
      ]}
    />
  );
}

export function VacancyHead({ vacancy, shown, onChange, phone, actions, menu }: VacancyHeadProps) {
  const { t } = useTranslation('vacancies');
  const navigate = useNavigate();
  const user = useCurrentUser();
  const facts = useFacts(vacancy);
  const adds = vacancy?.permissions.change_candidates === true && canSearch(asActor(user));
  return (
    <PageHeader
      title={vacancy?.name ?? ' '}
      note={phone ? undefined : facts}
      onBack={() => void navigate({ to: '/folders/' })}
      actions={
        vacancy && (
          <>
            {actions}
            {adds && <AddPeople vacancyId={vacancy.id} phone={phone} />}
            <VacancyMenu vacancy={vacancy} further={menu} onDeleted={() => void navigate({ to: '/folders/' })} />
          </>
        )
      }
    >
      {phone && <p className={classes.facts}>{facts}</p>}
      {vacancy && <VacancyTerms vacancy={vacancy} />}
      <div className={classes.filters}>
        {vacancy ? (
          <StatusTabs vacancy={vacancy} chosen={shown.status} onChange={(status) => onChange({ status })} />
        ) : (
          <div className={classes.room} />
        )}
        <div className={classes.tools}>
          <SearchBox
            label={t('findCandidate')}
            value={shown.query}
            onChange={(query, options) => onChange({ query }, options)}
            width="100%"
            focusKey
          />
          <MessagingMenu chosen={shown.messages} onChange={(messages) => onChange({ messages })} />
          <ViewSwitch view={shown.view} onChange={(view) => onChange({ view })} />
        </div>
      </div>
    </PageHeader>
  );
}
