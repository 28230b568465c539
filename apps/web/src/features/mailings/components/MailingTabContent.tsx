import type { MailingListView } from '@headwater/contract/mailings';
import type { StatusBadge } from '@headwater/contract/statuses';
import { useScreenParams } from '#lib/screen-params.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SplitPane } from '#ui/SplitPane.tsx';
import { mailingEvent } from '../api/mailings.ts';
import { mailingParams } from '../model/params.ts';
import type { Steps } from '../model/use-steps.ts';
import { LaunchPanel } from './launch/LaunchPanel.tsx';
import { Totals } from './launch/Totals.tsx';
import classes from './layout.module.css';
import { RecipientPane, type RecipientView } from './recipients/RecipientPane.tsx';
import { RecipientTable, type RecipientTableProps } from './recipients/RecipientTable.tsx';
import { ResendBanner } from './recipients/ResendBanner.tsx';

interface RecipientsProps extends Pick<RecipientTableProps, 'add' | 'exportHref'> {
  list: MailingListView;
  first: RecipientView;
  onOpenMessage: (message: { id: number; subject: string }) => void;
  wholeHref?: ((profileId: number) => string) | undefined;
}

export function Recipients({ list, first, onOpenMessage, wholeHref, ...table }: RecipientsProps) {
  const { t } = useTranslation('mailings');
  const { shown, change } = useScreenParams(mailingParams);
  const openId = shown.recipient;
  const close = () => {
    sendEvent('Mailing List: Collapse', mailingEvent(list));
    change({ recipient: undefined });
  };
  const open = (id: number) => {
    sendEvent('Mailing List: Expand', mailingEvent(list));
    change({ recipient: id });
  };
  const filter = (status: typeof shown.status) => {
    sendEvent('Mailing List: Filter Recipients', mailingEvent(list));
    change({ status, page: 1 });
  };
  const pane = openId !== undefined && (
    <RecipientPane key={openId} list={list} id={openId} first={first} onClose={close} onOpenMessage={onOpenMessage} wholeHref={wholeHref} />
  );
  return (
    <SplitPane id="recipients" label={t('recipients.person')} defaultWidth={480} pane={pane} onClose={close}>
      <ResendBanner list={list} />
      <Totals list={list} stage={shown.status} onStage={filter} />
      <RecipientTable
        list={list}
        openId={openId}
        onOpen={({ id }) => (id === openId ? close() : open(id))}
        beside={openId !== undefined}
        {...table}
      />
    </SplitPane>
  );
}

interface LaunchTabProps extends Omit<RecipientsProps, 'first'>, Pick<Parameters<typeof LaunchPanel>[0], 'onDeliverability'> {
  steps: Pick<Steps, 'flush'>;
  statuses: readonly StatusBadge[];
}

export function LaunchTab({ list, steps, statuses, onDeliverability, ...recipients }: LaunchTabProps) {
  return (
    <div className={classes.launch}>
      <div className={classes.launchSide}>
        <LaunchPanel list={list} statuses={statuses} beforeLaunch={steps.flush} onDeliverability={onDeliverability} />
      </div>
      <div className={classes.launchMain}>
        <Recipients list={list} first="progress" {...recipients} />
      </div>
    </div>
  );
}
