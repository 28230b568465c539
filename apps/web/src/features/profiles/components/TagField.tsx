import { maxTagLength, maxTags } from '@headwater/domain/profiles/tags';
import { Group, TagsInput, type TagsInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefCallback, useState } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { companyTagsQuery } from '../api/tags.ts';

type TagFieldProps = Pick<TagsInputProps, 'label' | 'aria-label' | 'placeholder' | 'onBlur' | 'onKeyDown' | 'size'> & {
  ref?: RefCallback<HTMLInputElement>;
  value: string[];
  onChange: (names: string[]) => void;
};

const isSame = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase();

/** Enter or a comma adds the text, Backspace removes the last tag. */
export function TagField({ value, onChange, ...field }: TagFieldProps) {
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), 120);
  const { data } = useQuery(companyTagsQuery(typed));
  const known = data?.tags ?? [];
  const countOf = new Map(known.map(({ name, count }) => [name, count]));
  return (
    <TagsInput
      {...field}
      value={value}
      onChange={(names) => onChange(names.map((name) => name.trim()).filter((name) => name !== ''))}
      searchValue={text}
      onSearchChange={(next) => setText(next.slice(0, maxTagLength))}
      data={known.map(({ name }) => name).filter((name) => !value.some((other) => isSame(other, name)))}
      // The server has already filtered, ignoring case.
      filter={({ options }) => options}
      isDuplicate={(name, current) => current.some((other) => isSame(other, name))}
      maxTags={maxTags}
      splitChars={[',', ';']}
      renderOption={({ option }) => (
        <Group justify="space-between" gap="sm" wrap="nowrap" w="100%">
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{option.value}</span>
          <span style={{ color: 'var(--hw-muted)', fontVariantNumeric: 'tabular-nums' }}>
            {formatNumber(countOf.get(option.value) ?? 0, currentLanguage())}
          </span>
        </Group>
      )}
    />
  );
}
