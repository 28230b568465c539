import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { currentLanguage } from '#lib/i18n.ts';
import { languageName } from '#lib/names.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { errorAt, useEditor } from '../model/editor-form.ts';
import type { EditedContact, EditedLanguage } from '../model/form.ts';
import { languageCodes } from '../model/language-codes.ts';
import classes from './editor.module.css';
import { ItemList } from './ItemList.tsx';
import { Part } from './Part.tsx';

const levels = ['native', 'fluent', 'advanced', 'intermediate', 'basic'] as const;

const choices = (code: string) =>
  [...new Set([...languageCodes, code])]
    .filter(Boolean)
    .map((value) => ({ value, label: languageName(value) }))
    .toSorted((left, right) => left.label.localeCompare(right.label, currentLanguage()));

export function LanguagesPart() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  return (
    <Part title={t('field.languages')} fields={['languages']}>
      <ItemList
        list="languages"
        shape="line"
        addLabel={t('addLanguage')}
        make={() => ({ code: currentLanguage(), level: null })}
        itemName={({ code }) => languageName(code)}
      >
        {({ code, level }, index) => (
          <div className={classes.halves}>
            <Select
              aria-label={t('language')}
              searchable
              allowDeselect={false}
              data={choices(code)}
              value={code}
              error={errorAt(form, `languages.${index}.code`)}
              onChange={(next) => next && form.setFieldValue(`languages.${index}.code`, next)}
            />
            <Select
              aria-label={t('languageLevel')}
              placeholder={t('languageLevel')}
              clearable
              data={levels.map((value) => ({ value, label: t(`spoken.${value}`) }))}
              value={level ?? null}
              onChange={(next) => form.setFieldValue(`languages.${index}.level`, next as EditedLanguage['level'])}
            />
          </div>
        )}
      </ItemList>
    </Part>
  );
}

export function LinksPart() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  return (
    <Part title={t('field.links')} fields={['links']}>
      <ItemList
        list="links"
        shape="line"
        addLabel={t('addLink')}
        make={() => ({ url: '' })}
        itemName={({ url }, index) => url || t('nth', { place: index + 1 })}
      >
        {(_, index) => (
          <TextInput
            aria-label={t('link')}
            placeholder="linkedin.com/in/…"
            type="url"
            inputMode="url"
            maxLength={255}
            {...form.getInputProps(`links.${index}.url`)}
          />
        )}
      </ItemList>
    </Part>
  );
}

/** The company's own contacts. Those of the common database are read-only. */
export function ContactsPart({ note }: { note?: string }) {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  return (
    <Part title={t('contacts')} {...(note === undefined ? {} : { note })}>
      <ItemList
        list="contacts"
        shape="line"
        addLabel={t('addContact')}
        make={() => ({ type: 'email' as const, value: '' })}
        itemName={({ value }, index) => value || t('nth', { place: index + 1 })}
      >
        {(contact: EditedContact, index) => (
          <div className={classes.contact}>
            <Select
              aria-label={t('contactKind')}
              allowDeselect={false}
              data={contactTypes.map((type) => ({ value: type, label: t(`contactType.${type}`) }))}
              value={contact.type}
              onChange={(type) => type && form.setFieldValue(`contacts.${index}.type`, type as EditedContact['type'])}
            />
            <TextInput aria-label={t('contact')} maxLength={255} {...form.getInputProps(`contacts.${index}.value`)} />
          </div>
        )}
      </ItemList>
    </Part>
  );
}

export function FlagsPart() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  return (
    <Part title={t('part.more')} fields={['job_seeking', 'remote_ready', 'is_freelancer']}>
      <div className={classes.flags}>
        {(['job_seeking', 'remote_ready', 'is_freelancer'] as const).map((field) => (
          <Checkbox key={field} size="sm" label={t(`field.${field}`)} {...form.getInputProps(field, { type: 'checkbox' })} />
        ))}
      </div>
    </Part>
  );
}
