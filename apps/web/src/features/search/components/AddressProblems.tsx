import { Alert, Button } from '@mantine/core';
import { searchMessages } from '@headwater/contract/catalogue/search';
import type { ReadSearch } from '@headwater/domain/query/address';
import type { QueryError } from '@headwater/domain/query/errors';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './screen.module.css';

interface AddressProblemsProps {
  errors: ReadSearch['errors'];
  raw: { q: string; f: string };
  onDrop: () => void;
}

/** DEC-16. Searches only after the user's decision. */
export function AddressProblems({ errors, raw, onDrop }: AddressProblemsProps) {
  const { t } = useTranslation('search');
  const both = errors.q.length > 0 && errors.f.length > 0;
  const words = both ? t('address.withoutBoth') : errors.q.length > 0 ? t('address.withoutQuery') : t('address.withoutFilters');
  return (
    <div className={classes.problems}>
      <Alert color="red" role="alert" title={t('address.title')}>
        {errors.q.length > 0 && <Part title={t('address.query')} errors={errors.q} raw={raw.q} />}
        {errors.f.length > 0 && <Part title={t('address.filters')} errors={errors.f} raw={raw.f} />}
        <Button mt="md" size="compact-sm" variant="default" onClick={onDrop}>
          {words}
        </Button>
      </Alert>
    </div>
  );
}

interface PartProps {
  title: string;
  errors: readonly QueryError[];
  raw: string;
}

function Part({ title, errors, raw }: PartProps) {
  return (
    <div className={classes.part}>
      <h3 className={classes.partTitle}>{title}</h3>
      <code className={classes.raw}>{raw}</code>
      <ul className={classes.partList}>
        {errors.slice(0, 5).map((error) => (
          <li key={`${error.key}${error.position}`}>
            {searchMessages[error.key].text(currentLanguage(), { position: error.position + 1, ...error.parts })}
          </li>
        ))}
      </ul>
    </div>
  );
}
