import { Anchor, Button, FileButton, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { acceptedResumes } from '@headwater/domain/profiles/resume-files';
import { currentLanguage } from '#lib/i18n.ts';
import { listResumeTypes } from '#lib/resume-types.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './editor.module.css';
import type { SourceReader } from './use-source.ts';

const ways = ['file', 'text', 'link'] as const;

function FileSource({ source }: { source: SourceReader }) {
  const { t } = useTranslation('profile-editor');
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void source.readFile(file, 'DnD');
  };
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileText size={20} stroke={1.5} aria-hidden />
      <span>{t('dropFile')}</span>
      <FileButton accept={acceptedResumes} onChange={(file) => file && void source.readFile(file, 'Click')}>
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={source.busy}>
            {t('chooseFile')}
          </Button>
        )}
      </FileButton>
      <span className={classes.quiet}>{t('fileTypes', { types: listResumeTypes(currentLanguage()) })}</span>
      <Anchor component={Link} to="/profiles/import" size="sm">
        {t('importMany')}
      </Anchor>
    </div>
  );
}

function TextSource({ source }: { source: SourceReader }) {
  const { t } = useTranslation('profile-editor');
  const [text, setText] = useState('');
  return (
    <div className={classes.box}>
      <Textarea
        aria-label={t('pasted')}
        placeholder={t('pastedHint')}
        autosize
        minRows={5}
        maxRows={12}
        maxLength={100_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button size="xs" variant="default" disabled={text.trim() === ''} loading={source.busy} onClick={() => void source.readText(text)}>
          {t('readText')}
        </Button>
      </div>
    </div>
  );
}

function LinkSource({ source }: { source: SourceReader }) {
  const { t } = useTranslation('profile-editor');
  const [link, setLink] = useState('');
  const lookUp = () => void source.lookUp(link.trim());
  return (
    <div className={classes.box}>
      <TextInput
        aria-label={t('link')}
        placeholder="linkedin.com/in/…"
        type="url"
        maxLength={255}
        value={link}
        onChange={(event) => setLink(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          lookUp();
        }}
      />
      <div>
        <Button size="xs" variant="default" disabled={link.trim() === ''} loading={source.busy} onClick={lookUp}>
          {t('lookUp')}
        </Button>
      </div>
      <span className={classes.quiet}>{t('linkNote')}</span>
    </div>
  );
}

export function SourcePanel({ source }: { source: SourceReader }) {
  const { t } = useTranslation('profile-editor');
  const [way, setWay] = useState<(typeof ways)[number]>('file');
  return (
    <section className={classes.box} aria-label={t('startFrom')}>
      <h2 className={classes.boxTitle}>{t('startFrom')}</h2>
      <SegmentedControl
        size="xs"
        aria-label={t('startFrom')}
        data={ways.map((value) => ({ value, label: t(`way.${value}`) }))}
        value={way}
        onChange={(next) => setWay(next as typeof way)}
      />
      {way === 'file' && <FileSource source={source} />}
      {way === 'text' && <TextSource source={source} />}
      {way === 'link' && <LinkSource source={source} />}
      <div aria-live="polite" className={classes.entry}>
        {source.problem && (
          <span role="alert" className={classes.problem}>
            {source.problem}
          </span>
        )}
        {source.note}
        {source.knownId !== null && (
          <>
            {' '}
            <Anchor href={`/profiles/${source.knownId}`} target="_blank" rel="noopener" size="sm">
              {t('openKnown')}
            </Anchor>
          </>
        )}
      </div>
    </section>
  );
}
