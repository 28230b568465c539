import { ActionIcon, Alert, Button, Loader, Textarea, Tooltip } from '@mantine/core';
import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react';
import { type ComponentType, type FormEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { formatNumber, formatSize } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { isComposing } from '#lib/is-composing.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { pickedFileTypes } from '../model/files.ts';
import type { ChosenFile } from '../model/kept-files.ts';
import classes from './composer.module.css';
import attachmentClasses from './attachment.module.css';
import type { TakeFiles } from './DropZone.tsx';
import { FilePreview } from './FilePreview.tsx';
import { OtherDraft } from './OtherDraft.tsx';
import { ReplyBar } from './ReplyBar.tsx';
import { type ComposerState, lengthOf, maxMessage, useComposer } from './use-composer.ts';

const countedFrom = 0.85;

interface Writing {
  insert: (text: string) => void;
  say: (text: string) => void;
}

export interface ToolsProps {
  dialogId: number;
  writing: Writing;
}

interface ComposerProps {
  dialog: TelegramDialog;
  field: RefObject<HTMLTextAreaElement | null>;
  onTake: (take: TakeFiles | null) => void;
  answered: TelegramMessage | undefined;
  onReplyEnd: () => void;
  onSent: () => void;
  Tools: ComponentType<ToolsProps>;
}

function Counter({ text }: Pick<ComposerState, 'text'>) {
  const { t } = useTranslation('telegram');
  const length = lengthOf(text);
  if (length < maxMessage * countedFrom) return null;
  const [shown = '', bound = ''] = [length, maxMessage].map((count) => formatNumber(count, currentLanguage()));
  return (
    <span className={classes.counter} data-over={length > maxMessage || undefined}>
      <span aria-hidden>
        {shown} / {bound}
      </span>
      <span className="hw-visually-hidden">{t('length', { shown, bound })}</span>
    </span>
  );
}

function ChosenFileRow({ chosen, onRemove }: { chosen: ChosenFile; onRemove: () => void }) {
  const { t } = useTranslation('telegram');
  const { file, upload } = chosen;
  return (
    <li className={classes.chosen}>
      <FilePreview file={file} />
      <span className={attachmentClasses.fileText}>
        <span className={attachmentClasses.fileName}>{file.name}</span>
        <span className={attachmentClasses.fileSize}>{upload ? formatSize(file.size, currentLanguage()) : t('uploading')}</span>
      </span>
      {!upload && <Loader size={14} />}
      <ActionIcon type="button" aria-label={t('removeFile', { name: file.name })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}

function AttachButton({ onChoose }: { onChoose: ComposerState['choose'] }) {
  const { t } = useTranslation('telegram');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip label={t('attachHint')}>
        <ActionIcon type="button" aria-label={t('attach')} onClick={() => picker.current?.click()}>
          <IconPaperclip size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        accept={pickedFileTypes}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          onChoose(chosen);
        }}
      />
    </>
  );
}

function insertInto(field: HTMLTextAreaElement | null, text: string): void {
  if (!field || text === '') return;
  field.focus();
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** Enter sends, except on a phone, where it inserts a line break. */
function useFieldKeys(send: () => void, endReply: (() => void) | undefined) {
  const phone = usePhone();
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && !event.shiftKey && !phone) {
      event.preventDefault();
      send();
    }
    if (event.key !== 'Escape') return;
    // Escape cancels the reply, then leaves the field, but never closes the dialog.
    event.preventDefault();
    event.stopPropagation();
    if (endReply) endReply();
    else event.currentTarget.blur();
  };
}

function useDropTarget(offer: (take: TakeFiles | null) => void, choose: TakeFiles): void {
  useEffect(() => {
    offer(choose);
    return () => offer(null);
  }, [offer, choose]);
}

export function Composer({ dialog, field, onTake, answered, onReplyEnd, onSent, Tools }: ComposerProps) {
  const { t } = useTranslation('telegram');
  const composer = useComposer(dialog, { replyTo: answered?.message_id, onSent });
  const { text, files, choose, say } = composer;
  const writing = useMemo(() => ({ insert: (added: string) => insertInto(field.current, added), say }), [field, say]);
  const onKeyDown = useFieldKeys(composer.send, answered && onReplyEnd);
  useDropTarget(onTake, choose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    composer.send();
  };
  return (
    <form className={classes.foot} aria-label={t('newMessage')} aria-busy={composer.isSending} onSubmit={submit}>
      {composer.problems.map((problem) => (
        <Alert key={problem} color="red" role="alert" p="xs" className={classes.problem}>
          {problem}
        </Alert>
      ))}
      <OtherDraft composer={composer} />
      <div className={classes.box}>
        {answered && <ReplyBar message={answered} name={dialog.name} onEnd={onReplyEnd} />}
        {files.length > 0 && (
          <ul className={classes.chosenList}>
            {files.map((chosen) => (
              <ChosenFileRow key={chosen.key} chosen={chosen} onRemove={() => composer.remove(chosen)} />
            ))}
          </ul>
        )}
        <Textarea
          ref={field}
          autosize
          minRows={1}
          maxRows={10}
          variant="unstyled"
          aria-label={t('message')}
          placeholder={t('messagePlaceholder')}
          attributes={{ input: { dir: 'auto' } }}
          value={text}
          readOnly={composer.isSending}
          onChange={(event) => composer.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            choose(event.clipboardData.files);
          }}
        />
        <div className={classes.tools}>
          <AttachButton onChoose={choose} />
          <Tools dialogId={dialog.id} writing={writing} />
          <span className={classes.grow} />
          <Counter text={text} />
          <Button type="submit" size="xs" leftSection={<IconSend size={14} />} disabled={!composer.maySend} loading={composer.isSending}>
            {t('send')}
          </Button>
        </div>
      </div>
    </form>
  );
}
