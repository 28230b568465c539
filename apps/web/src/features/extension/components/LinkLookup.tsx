import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { peopleByLinksQuery } from '../api/extension.ts';
import classes from './extension.module.css';

const mostLinks = 50;

function People({ links }: { links: string[] }) {
  const { t } = useTranslation('extension');
  const { data, error, refetch } = useQuery(peopleByLinksQuery(links));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={2} />;
  const found = new Set(data.profiles.flatMap((profile) => profile.links));
  const unknown = links.filter((link) => !found.has(link));
  return (
    <div aria-live="polite">
      <ul className={classes.people}>
        {data.profiles.map(({ id, name, title, company, links: same }) => (
          <li key={id}>
            <Link to="/profiles/$profileId" params={{ profileId: String(id) }}>
              {name ?? t('hidden')}
            </Link>
            <span className={classes.quiet}>{[title, company].filter(Boolean).join(' · ')}</span>
            <span className={classes.link}>{same.join(', ')}</span>
          </li>
        ))}
      </ul>
      {unknown.length > 0 && <p className={classes.quiet}>{t('unknown', { links: unknown.join(', ') })}</p>}
    </div>
  );
}

/** EXT-004: the same without the extension. */
export function LinkLookup() {
  const { t } = useTranslation('extension');
  const [text, setText] = useState('');
  const [links, setLinks] = useState<string[]>([]);
  const typed = [...new Set(text.split(/\s+/).filter(Boolean))];
  const isTooLong = typed.length > mostLinks;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.length > 0 && !isTooLong) setLinks(typed);
  };
  return (
    <section>
      <SectionHead title={t('lookUp')} />
      <form className={classes.form} onSubmit={submit}>
        <Textarea
          label={t('links')}
          description={t('linksText')}
          placeholder="https://github.com/…"
          autosize
          minRows={2}
          maxRows={8}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={isTooLong && t('tooMany', { count: mostLinks })}
        />
        <Button type="submit" variant="default">
          {t('find')}
        </Button>
      </form>
      {links.length > 0 && <People links={links} />}
    </section>
  );
}
