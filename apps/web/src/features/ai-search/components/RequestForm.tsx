import { Alert, Button, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { isComposing } from '#lib/is-composing.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type Proposal, useProposal, useStart } from '../api/ai-search.ts';
import type { Conditions } from '../model/chips.ts';
import classes from './ai-search.module.css';
import { ConditionChips } from './ConditionChips.tsx';

interface RequestFormProps {
  shown: { text: string; query: Proposal | null } | undefined;
  folderId: number | null;
  onStarted: (id: number) => void;
  onChange: (conditions: Conditions) => void;
  initialText: string;
}

export function RequestForm({ shown, folderId, onStarted, onChange, initialText }: RequestFormProps) {
  const { t } = useTranslation('ai-search');
  const [text, setText] = useState(shown?.text ?? initialText);
  const [changed, setChanged] = useState<Conditions>();
  const start = useStart(onStarted);
  const isNew = shown === undefined || text.trim() !== shown.text;
  const proposal = useProposal(text, isNew);
  // Keep the proposal from typing until the search returns its own, so that no chip disappears.
  const understood = isNew ? (text.trim().length > 1 ? proposal.data : undefined) : (shown.query ?? proposal.data);
  const conditions: Conditions | undefined = isNew ? (changed ?? understood ?? undefined) : (understood ?? undefined);
  const change = (next: Conditions) => (isNew ? setChanged({ ...next, labels: next.labels }) : onChange(next));
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '' || start.isPending) return;
    start.mutate({ text: text.trim(), folderId, conditions: isNew ? changed : (shown.query ?? undefined) });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };
  const { error } = start;
  const fieldError = error instanceof ApiError ? error.fields['text'] : undefined;
  return (
    <search className={classes.form} aria-label={t('title')}>
      <form onSubmit={submit}>
        <div className={classes.request}>
          <Textarea
            className={classes.words}
            label={t('label')}
            placeholder={t('placeholder')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={text}
            error={fieldError}
            data-search-field
            onChange={(event) => {
              setText(event.currentTarget.value);
              setChanged(undefined);
            }}
            onKeyDown={keys}
          />
          <Button type="submit" loading={start.isPending} disabled={text.trim() === ''} leftSection={<IconSparkles size={15} />}>
            {t(isNew ? 'find' : 'again')}
          </Button>
        </div>
      </form>
      {!shown && <p className={classes.note}>{t('hint')}</p>}
      {error && !fieldError && (
        <Alert color="red" role="alert" mt="xs" title={t('notStarted')}>
          {error.message === t('notStarted') ? undefined : error.message}
        </Alert>
      )}
      {conditions && <ConditionChips conditions={conditions} onChange={change} disabled={!isNew && shown.query === null} />}
      {understood && <ReadingNote understood={understood} isChanged={isNew && changed !== undefined} />}
    </search>
  );
}

function ReadingNote({ understood, isChanged }: { understood: Proposal; isChanged: boolean }) {
  const { t } = useTranslation('ai-search');
  const { rest, made_by: madeBy, model_failed: modelFailed } = understood;
  const notes = [
    rest.length > 0 ? t('rest', { words: rest.map((word) => t('quoted', { word })).join(', ') }) : '',
    isChanged || madeBy === 'person' ? t('byPerson') : madeBy === 'model' ? t('byModel') : '',
  ].filter(Boolean);
  return (
    <>
      {notes.length > 0 && <p className={classes.note}>{notes.join(' · ')}</p>}
      {modelFailed && <output className={classes.note}>{t('modelFailed')}</output>}
    </>
  );
}
