import { Button } from '@mantine/core';
import { IconBrandTelegram, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { DialogDetails } from '#features/telegram/components/DialogDetails.tsx';
import { DialogFilters } from '#features/telegram/components/DialogFilters.tsx';
import { DialogList, useDialogs } from '#features/telegram/components/DialogList.tsx';
import classes from '#features/telegram/components/layout.module.css';
import { OpenDialog } from '#features/telegram/components/OpenDialog.tsx';
import { accountsQuery } from '#features/telegram/api/accounts.ts';
import { dialogParams } from '#features/telegram/model/params.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { type ChangeOptions, useScreenParams } from '#lib/screen-params.ts';
import { type Shortcut, useShortcuts } from '#lib/shortcuts.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { openNewDialog } from './open-new-dialog.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { TemplateTool } from './TemplateTool.tsx';

function useScreenKeys({ create, close, write, isOpen }: { create: () => void; close: () => void; write: () => void; isOpen: boolean }) {
  const { t } = useTranslation('telegram');
  const latest = useRef({ create, close, write });
  useEffect(() => {
    latest.current = { create, close, write };
  });
  const keys = useMemo((): Shortcut[] => {
    const group = t('dialogs');
    return [
      { keys: 'n', label: t('newDialog'), group, act: () => latest.current.create() },
      { keys: 'r', label: t('writeHere'), group, act: () => latest.current.write(), disabled: !isOpen },
      { keys: 'Escape', label: t('closeDialog'), group, act: () => latest.current.close(), disabled: !isOpen },
    ];
  }, [t, isOpen]);
  useShortcuts(keys);
}

function Unchosen() {
  const { t } = useTranslation('telegram');
  const { dialogs } = useDialogs();
  if (!dialogs?.length) return null;
  return (
    <div className={classes.unchosen}>
      <div>
        <IconBrandTelegram size={40} stroke={1.2} aria-hidden />
        <p>{t('chooseDialog')}</p>
      </div>
    </div>
  );
}

interface SideProps {
  onOpen: (id: number, options?: ChangeOptions) => void;
  onCreate: () => void;
  /** On a phone the open dialog covers the list, which keeps its scroll position. */
  isCovered: boolean;
}

function Side({ onOpen, onCreate, isCovered }: SideProps) {
  const { t } = useTranslation('telegram');
  const { count } = useDialogs();
  const hasCards = (useQuery(accountsQuery).data?.count ?? 0) > 0;
  const create = (
    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={onCreate}>
      {t('newDialog')}
    </Button>
  );
  return (
    <div className={classes.side} data-covered={isCovered || undefined}>
      <PageHeader title={t('dialogs')} count={count} actions={hasCards && create} />
      <DialogFilters />
      <DialogList onOpen={onOpen} start={hasCards && create} />
    </div>
  );
}

/** TG-001. The address contains all that is open. */
export function DialogsPage() {
  const { t } = useTranslation('telegram');
  usePageTitle(t('messages'));
  const phone = usePhone();
  const field = useRef<HTMLTextAreaElement>(null);
  const { shown, change } = useScreenParams(dialogParams);
  const { dialog: openId, details } = shown;
  const hasDetails = openId !== undefined && (details ?? 'hidden') === 'shown';
  const open = (id: number, options?: ChangeOptions) => change({ dialog: id, ...(phone ? { details: undefined } : {}) }, options);
  const close = () => change({ dialog: undefined, details: undefined });
  const create = () => openNewDialog({ onDone: (id) => open(id) });
  const toggle = () => change({ details: hasDetails ? undefined : 'shown' });
  useScreenKeys({ create, close, write: () => field.current?.focus(), isOpen: openId !== undefined });
  return (
    <div className={classes.screen}>
      <Side onOpen={open} onCreate={create} isCovered={phone && openId !== undefined} />
      {!(phone && openId === undefined) && (
        <div className={classes.main}>
          {openId === undefined ? (
            <Unchosen />
          ) : (
            <OpenDialog
              key={openId}
              id={openId}
              field={field}
              hasDetails={hasDetails}
              onDetails={toggle}
              onClose={close}
              Tools={TemplateTool}
            />
          )}
        </div>
      )}
      {hasDetails && (
        <aside className={classes.details} aria-label={t('details')}>
          <DialogDetails key={openId} id={openId} onClose={toggle} Person={PersonFacts} />
        </aside>
      )}
    </div>
  );
}
