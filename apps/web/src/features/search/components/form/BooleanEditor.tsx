import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { searchMessages } from '@headwater/contract/catalogue/search';
import type { QueryError } from '@headwater/domain/query/errors';
import type { QueryEntity } from '@headwater/domain/query/term';
import { formatQueryText, parseQueryText } from '@headwater/domain/query/query-text';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { booleanFields } from '../../model/boolean-fields.ts';
import { BooleanArea } from './BooleanArea.tsx';
import classes from './boolean.module.css';

interface BooleanEditorProps {
  query: readonly QueryEntity[];
  onQuery: (query: QueryEntity[]) => void;
  note?: string | undefined;
}

/** DEC-16: equivalent to the chips. */
export function BooleanEditor({ query, onQuery, note }: BooleanEditorProps) {
  const { t } = useTranslation('boolean');
  const written = formatQueryText(query);
  const [draft, setDraft] = useState({ from: written, text: written });
  // A changed address (back, an example) replaces the draft.
  if (draft.from !== written) setDraft({ from: written, text: written });
  const area = useRef<HTMLTextAreaElement>(null);
  const helpId = useId();
  const parsed = parseQueryText(draft.text);
  const errors = parsed.ok ? [] : parsed.errors;
  const isChanged = draft.text !== written;
  const search = () => {
    if (parsed.ok) onQuery(parsed.value);
    else showPlace(errors[0]);
  };
  const showPlace = (error: QueryError | undefined) => {
    if (!error) return;
    area.current?.focus();
    area.current?.setSelectionRange(error.position, Math.min(error.position + 1, draft.text.length));
  };
  const insertField = (name: string) => {
    const node = area.current;
    const at = node?.selectionStart ?? draft.text.length;
    const before = draft.text.slice(0, at);
    const written = `${before === '' || /[\s(]$/.test(before) ? '' : ' '}${name}:`;
    setDraft({ from: draft.from, text: before + written + draft.text.slice(at) });
    node?.focus();
    requestAnimationFrame(() => node?.setSelectionRange(at + written.length, at + written.length));
  };
  return (
    <div className={classes.editor} data-unsearched={errors.length > 0 || undefined}>
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.row}>
        <BooleanArea
          text={draft.text}
          onText={(text) => setDraft({ from: written, text })}
          errors={errors}
          onSearch={search}
          area={area}
          helpId={helpId}
        />
        <Button onClick={search} disabled={!isChanged}>
          {t('search')}
        </Button>
      </div>
      <div id={helpId} className={classes.help}>
        {errors.length > 0 && <Problems errors={errors} onShow={showPlace} />}
        <Help onField={insertField} />
      </div>
    </div>
  );
}

function Help({ onField }: { onField: (name: string) => void }) {
  const { t } = useTranslation('boolean');
  const { t: ofSearch } = useTranslation('search');
  return (
    <>
      <span>{t('operators')}</span>
      <ul className={classes.fields} aria-label={t('fields')}>
        {booleanFields.map(({ name, shown }) => (
          <li key={name}>
            <button
              type="button"
              className={classes.fieldName}
              title={shown ? ofSearch(`fields.${shown}`) : undefined}
              onClick={() => onField(name)}
            >
              {name}:
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Problems({ errors, onShow }: { errors: readonly QueryError[]; onShow: (error: QueryError) => void }) {
  const { t } = useTranslation('boolean');
  return (
    <ul className={classes.problems}>
      {errors.map((error) => (
        <li key={`${error.key}${error.position}`}>
          <button type="button" className={classes.problem} onClick={() => onShow(error)} title={t('find')}>
            {searchMessages[error.key].text(currentLanguage(), { position: error.position + 1, ...error.parts })}
            <span className={classes.place}>{t('at', { position: error.position + 1 })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
