import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailingRecipientView, RecipientMessageView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { isMessenger } from '@headwater/domain/outreach/channels';
import { builtInVariables, namesIn } from '@headwater/domain/outreach/variables';
import { variablesOf } from '@headwater/domain/outreach/variants';
import { MessageBody } from '#features/editor/components/MessageBody.tsx';
import { VariableText } from '#features/editor/components/VariableText.tsx';
import { SubjectField } from '#features/editor/components/SubjectField.tsx';
import { senderVariables } from '#features/editor/model/variables.ts';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { previewQuery } from '../../api/mailings.ts';
import { type RecipientChange, useRecipientActions } from '../../api/recipients.ts';
import { useAutosave } from '../../model/autosave.ts';
import classes from '../mailings.module.css';
import recipientsClasses from './recipients.module.css';
import { PlainField } from '../PlainField.tsx';
import { SaveMark } from '../SaveMark.tsx';

function personalVariables(list: MailingListView): { name: string; fallback: string }[] {
  const fallbacks = new Map(list.templates.flatMap((template) => template.custom_variables).map(({ name, value }) => [name, value]));
  const used = new Set(list.templates.flatMap(({ subject, body }) => namesIn(`${subject} ${body}`)));
  const known = [...builtInVariables, ...fallbacks.keys()].filter((name) => used.has(name) && !senderVariables.includes(name));
  return [...new Set(known)].map((name) => ({ name, fallback: fallbacks.get(name) ?? '' }));
}

interface PersonalTextProps {
  message: RecipientMessageView;
  number: number;
  isPlain: boolean;
  variables: readonly MailingListView['templates'][number]['custom_variables'][number][];
  onChange: (text: { subject: string | null; body: string | null }) => void;
}

function PersonalText({ message, number, variables, isPlain, onChange }: PersonalTextProps) {
  const { t } = useTranslation('mailings');
  const [own, setOwn] = useState(message.is_personal);
  const [text, setText] = useState({ subject: message.subject, body: message.body });
  const change = (next: Partial<typeof text>) => {
    setText({ ...text, ...next });
    onChange({ ...text, ...next });
  };
  if (!own) {
    return (
      <div className={recipientsClasses.letter}>
        <div>
          <div className={classes.small}>{t('recipient.common', { number })}</div>
          <VariableText text={isPlain ? message.body : message.subject} variables={variables} />
        </div>
        <Button size="compact-xs" variant="default" className={recipientsClasses.start} onClick={() => setOwn(true)}>
          {t('recipient.personal')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {isPlain ? (
        <PlainField value={text.body} variables={variables} onChange={(body) => change({ body })} />
      ) : (
        <>
          <SubjectField label={t('subject')} value={text.subject} variables={variables} onChange={(subject) => change({ subject })} />
          <MessageBody label={t('body')} html={text.body} variables={variables} unsubscribe onChange={(body) => change({ body })} />
        </>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => {
          setOwn(false);
          onChange({ subject: null, body: null });
        }}
      >
        {t('recipient.backToCommon')}
      </Button>
    </>
  );
}

/** MAIL-021, MAIL-045 */
export function PersonalTexts({ list, recipient }: { list: MailingListView; recipient: MailingRecipientView }) {
  const { t } = useTranslation('mailings');
  const { change: save } = useRecipientActions();
  const [values, setValues] = useState(recipient.custom_data);
  const [problem, setProblem] = useState<string>();
  const { state, change, flush } = useAutosave<RecipientChange>({
    save: async (next) => {
      try {
        await save(recipient.id, next);
        setProblem(undefined);
      } catch (error) {
        if (error instanceof ApiError) setProblem(error.message);
        throw error;
      }
    },
  });
  const [texts, setTexts] = useState<NonNullable<RecipientChange['messages']>>([]);
  const setValue = (name: string, value: string) => {
    const { [name]: _old, ...others } = values;
    const next = value === '' ? others : { ...others, [name]: value };
    setValues(next);
    change({ custom_data: next, messages: texts });
  };
  const missing = personalVariables(list);
  // The default values: known data of the person, or else the fallback.
  const known = useQuery(previewQuery(recipient.id)).data?.values;
  const open = recipient.messages.filter(({ template_id: id, sent_at: sentAt }) => id !== null && sentAt === null);
  return (
    <section className={classes.personal} aria-label={t('recipient.values')}>
      <div className={classes.headRow}>
        <h3 className={classes.heading}>{t('recipient.values')}</h3>
        <SaveMark state={state} onRetry={() => void flush()} />
      </div>
      {problem && (
        <Alert color="red" role="alert" p="sm">
          {problem}
        </Alert>
      )}
      <p className={classes.quiet}>{missing.length > 0 ? t('recipient.valuesText') : t('recipient.noValues')}</p>
      {missing.map(({ name, fallback }) => (
        <TextInput
          key={name}
          size="xs"
          label={name}
          placeholder={known?.[name] ?? fallback}
          description={known && known[name] === undefined ? t(fallback ? 'recipient.fallback' : 'recipient.noValue') : undefined}
          maxLength={1000}
          value={values[name] ?? ''}
          onChange={(event) => setValue(name, event.currentTarget.value)}
        />
      ))}
      {open.map((message) => (
        <PersonalText
          key={message.template_id}
          message={message}
          isPlain={list.templates.some(({ id, channel }) => id === message.template_id && isMessenger(channel))}
          number={list.templates.findIndex(({ id }) => id === message.template_id) + 1}
          variables={list.templates.filter(({ id }) => id === message.template_id).flatMap((one) => variablesOf(one, list.templates))}
          onChange={(text) => {
            const next = [
              ...texts.filter((one) => one.template_id !== message.template_id),
              { template_id: Number(message.template_id), ...text },
            ];
            setTexts(next);
            change({ custom_data: values, messages: next });
          }}
        />
      ))}
    </section>
  );
}
