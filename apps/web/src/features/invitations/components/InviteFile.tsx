import { Button, FileButton, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { readTableText } from '@headwater/domain/tables/text-encoding';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { saveCsv } from '#ui/charts/csv.ts';
import { UnsavedGuard } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import type { CompanyId } from '../api/invitations.ts';
import { type InviteLine, type InviteTable, maxBytes, maxLines, readInviteFile } from '../model/invite-file.ts';
import { Seats } from './Seats.tsx';
import { useInvite } from './use-invite.ts';
import classes from './invitations.module.css';

interface InviteFileProps {
  company: CompanyId;
  close: () => void;
}

interface LineProps {
  line: InviteLine;
  problem: string | undefined;
  isSent: boolean;
}

function Line({ line: { line, invitation }, problem, isSent }: LineProps) {
  const { t } = useTranslation('invitations');
  const about = [t(`roleName.${invitation.role}`), invitation.department].filter(Boolean).join(' · ');
  return (
    <li className={classes.row}>
      <span className={classes.line}>{line}</span>
      <span className={classes.about}>
        <span>{invitation.email}</span>
        <span className={problem === undefined ? classes.quiet : classes.refused}>{problem ?? about}</span>
      </span>
      {isSent && <span className={classes.sent}>{t('file.sent')}</span>}
    </li>
  );
}

function useInviteFile({ company, close }: InviteFileProps) {
  const { t } = useTranslation(['invitations', 'ui']);
  const { inviteAll, outcomes } = useInvite(company);
  const [table, setTable] = useState<InviteTable>();
  const [fault, setFault] = useState<string>();
  const [language, setLanguage] = useState(currentLanguage());
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const read = async (file: File | null) => {
    if (!file) return;
    try {
      if (file.size > maxBytes) return setFault(t('file.large', { count: maxLines }));
      const text = readTableText(new Uint8Array(await file.arrayBuffer()));
      if (text === undefined) return setFault(t('file.unreadable'));
      const found = readInviteFile(text);
      const { length } = found.lines;
      if (length === 0 || length > maxLines) return setFault(t(length === 0 ? 'file.empty' : 'file.long', { count: maxLines }));
      setFault(undefined);
      setTable(found);
    } catch {
      setFault(t('file.unreadable'));
    }
  };
  const lines = table?.lines ?? [];
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.email, outcome]));
  const problemOf = ({ problem, invitation }: InviteLine) =>
    problem ? t(`file.problem.${problem}`) : outcomeOf.get(invitation.email)?.problem;
  const isNowSent = ({ invitation: { email } }: InviteLine) => outcomeOf.has(email) && outcomeOf.get(email)?.problem === undefined;
  const isSent = (line: InviteLine) => !line.problem && (sent.has(line.invitation.email) || isNowSent(line));
  const open = lines.filter((line) => !line.problem && !isSent(line));
  const refused = lines.filter((line) => problemOf(line) !== undefined);
  const send = async () => {
    setBusy(true);
    const done = await inviteAll(open.map(({ invitation }) => ({ ...invitation, language })));
    setBusy(false);
    const sentNow = done.flatMap(({ email, problem }) => (problem === undefined ? [email] : []));
    const all = new Set([...sent, ...sentNow]);
    setSent(all);
    const count = sentNow.length;
    if (count > 0) showSnackbar({ message: t('sent', { count }), tone: 'success', key: 'invitations' });
    if (lines.every(({ problem, invitation: { email } }) => !problem && all.has(email))) close();
  };
  const save = () =>
    saveCsv(t('file.refusedName'), [
      [...(table?.head ?? []), t('file.reason')],
      ...refused.map((line) => [...(table?.head ?? []).map((_, at) => line.cells[at] ?? ''), problemOf(line) ?? '']),
    ]);
  return { table, lines, open, refused, fault, isBusy, language, setLanguage, problemOf, isSent, read, send, save };
}

/** Invites many people by a table. Lines that cannot be sent stay, and can be saved as a table again. */
export function InviteFile({ company, close }: InviteFileProps) {
  const { t } = useTranslation(['invitations', 'ui']);
  const { table, lines, open, refused, fault, isBusy, ...file } = useInviteFile({ company, close });
  return (
    <div className={classes.file}>
      <UnsavedGuard dirty={open.length > 0} saving={isBusy} />
      <p className={classes.text}>{t('file.text')}</p>
      {fault !== undefined && (
        <p className={classes.refused} role="alert">
          {fault}
        </p>
      )}
      {lines.length > 0 && (
        <>
          <ul className={classes.results} aria-label={t('file.lines')}>
            {lines.map((line) => (
              <Line key={line.line} line={line} problem={file.problemOf(line)} isSent={file.isSent(line)} />
            ))}
          </ul>
          <Seats company={company} invited="worker" />
          <Select
            label={t('language')}
            allowDeselect={false}
            data={[
              { value: 'en', label: 'English' },
              { value: 'ru', label: 'Русский' },
            ]}
            value={file.language}
            onChange={(value) => file.setLanguage(value === 'ru' ? 'ru' : 'en')}
          />
        </>
      )}
      <Group gap="sm" justify="flex-end">
        {refused.length > 0 && (
          <Button variant="subtle" px={8} mr="auto" onClick={() => void file.save()}>
            {t('file.saveRefused')}
          </Button>
        )}
        <Button variant="default" onClick={close}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <FileButton accept=".csv,.txt,.tsv,text/csv" onChange={(chosen) => void file.read(chosen)}>
          {(props) => (
            <Button variant={table ? 'default' : 'filled'} {...props}>
              {t(table ? 'file.other' : 'file.choose')}
            </Button>
          )}
        </FileButton>
        {open.length > 0 && (
          <Button loading={isBusy} onClick={() => void file.send()}>
            {t('send', { count: open.length })}
          </Button>
        )}
      </Group>
    </div>
  );
}
