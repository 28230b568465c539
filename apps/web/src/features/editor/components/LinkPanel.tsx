import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { type Editor, getMarkRange, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { linkAddress } from '@headwater/domain/outreach/links';
import { isComposing } from '#lib/is-composing.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './toolbar.module.css';

interface LinkFormProps {
  text: string;
  url: string;
  submitLabel: string;
  onSubmit: (link: { text: string; url: string }) => void;
  onCancel: () => void;
}

/** EDIT-008, EDIT-009. Not a form element, because the form of the message contains it. */
function LinkForm({ text: firstText, url: firstUrl, submitLabel, onSubmit, onCancel }: LinkFormProps) {
  const { t } = useTranslation('editor');
  const [text, setText] = useState(firstText);
  const [url, setUrl] = useState(firstUrl);
  const forbidden = url.trim() !== '' && linkAddress(url) === undefined;
  const ready = text.trim() !== '' && url.trim() !== '' && !forbidden;
  const submit = () => ready && onSubmit({ text, url: url.trim() });
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') submit();
    else onCancel();
  };
  return (
    <fieldset className={classes.panel} aria-label={t('link')}>
      <TextInput
        size="xs"
        className={classes.panelField}
        label={t('linkText')}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the form with a button
        autoFocus={firstText === ''}
        onKeyDown={onKeyDown}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        className={classes.panelField}
        label={t('linkAddress')}
        value={url}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the form with a button
        autoFocus={firstText !== ''}
        error={forbidden ? t('linkForbidden') : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button size="xs" type="button" disabled={!ready} onClick={submit}>
          {submitLabel}
        </Button>
        <Button size="xs" type="button" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </fieldset>
  );
}

const onlyVariable = /^\s*\{\{[^{}]+\}\}\s*$/;

function currentLink(editor: Editor): { text: string; url: string; readOnly: boolean } | null {
  // The selector runs once more while its dialog closes.
  if (editor.isDestroyed) return null;
  const { link } = editor.schema.marks;
  const range = link && editor.isActive('link') ? getMarkRange(editor.state.selection.$from, link) : undefined;
  if (!range) return null;
  const url = String(editor.getAttributes('link')['href'] ?? '');
  const atoms = editor.state.doc.textBetween(range.from, range.to, '', '\ufffc');
  // Text with a variable is edited in the body, and a variable as URL supplies the address.
  return { text: atoms, url, readOnly: atoms.includes('\ufffc') || onlyVariable.test(url) };
}

export type LinkState = 'closed' | 'insert' | 'edit';

interface LinkPanelProps {
  editor: Editor;
  state: LinkState;
  onState: (state: LinkState) => void;
}

function putLink(editor: Editor, { text, url }: { text: string; url: string }): void {
  const mark = { type: 'link', attrs: { href: url } };
  editor
    .chain()
    .focus()
    .extendMarkRange('link')
    .insertContent({ type: 'text', text, marks: [mark] })
    .unsetMark('link')
    .run();
}

/** EDIT-007 */
export function LinkPanel({ editor, state, onState }: LinkPanelProps) {
  const { t } = useTranslation('editor');
  const link = useEditorState({ editor, selector: ({ editor: now }) => currentLink(now) });
  const chosen = useEditorState({
    editor,
    selector: ({ editor: now }) => now.state.doc.textBetween(now.state.selection.from, now.state.selection.to, ' '),
  });
  const close = () => {
    onState('closed');
    editor.commands.focus();
  };
  const put = (made: { text: string; url: string }) => {
    putLink(editor, made);
    onState('closed');
  };
  if (state === 'insert' && !link) {
    return <LinkForm text={chosen} url="" submitLabel={t('insert')} onSubmit={put} onCancel={close} />;
  }
  if (!link) return null;
  if (state !== 'closed') {
    return <LinkForm text={link.text} url={link.url} submitLabel={t('save')} onSubmit={put} onCancel={close} />;
  }
  const address = onlyVariable.test(link.url) ? link.url : (linkAddress(link.url) ?? link.url);
  return (
    <section className={classes.panel} aria-label={t('link')}>
      <Anchor href={address} target="_blank" rel="noreferrer" size="sm" className={classes.address}>
        {address}
      </Anchor>
      <Group gap="xs">
        {!link.readOnly && (
          <Button size="compact-xs" type="button" variant="subtle" onClick={() => onState('edit')}>
            {t('edit')}
          </Button>
        )}
        <Button
          size="compact-xs"
          type="button"
          variant="subtle"
          color="red"
          onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
        >
          {t('delete')}
        </Button>
      </Group>
    </section>
  );
}
