import { ActionIcon, Tooltip } from '@mantine/core';
import { IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { errorAt, useEditor } from '../model/editor-form.ts';
import { type EditedSkill, newKey } from '../model/form.ts';
import classes from './editor.module.css';
import { Part } from './Part.tsx';
import { ReferenceInput, referenceId } from './ReferenceInput.tsx';

const fresh = (name: string, id: number | null): EditedSkill => ({
  name,
  skill_id: id,
  is_principal: false,
  deleted: false,
  rating_on_resources: [],
  show_achievements: false,
  key: newKey(),
});

/** Arrow keys select, Alt with arrow keys moves, Enter toggles a main skill, Delete removes. */
function SkillList({ skills, onSkills }: { skills: EditedSkill[]; onSkills: (next: EditedSkill[]) => void }) {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const list = useRef<HTMLUListElement>(null);
  const focus = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-skill]')[Math.max(0, index)]?.focus());
  const remove = (index: number) => {
    onSkills(skills.filter((_, each) => each !== index));
    focus(Math.min(index, skills.length - 2));
  };
  const move = (from: number, to: number) => {
    const skill = skills[from];
    if (!skill || to < 0 || to >= skills.length) return;
    onSkills(skills.toSpliced(from, 1).toSpliced(to, 0, skill));
    focus(to);
  };
  const keys = (index: number) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0 && event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    if (step === 0) remove(index);
    else if (event.altKey) move(index, index + step);
    else focus(Math.min(skills.length - 1, index + step));
  };
  return (
    <ul ref={list} className={classes.skills} aria-label={t('field.skills')}>
      {skills.map((skill, index) => (
        <li
          key={skill.key}
          className={classes.skill}
          data-main={skill.is_principal || undefined}
          data-wrong={errorAt(form, `skills.${index}.name`) ? true : undefined}
        >
          <Tooltip label={t(skill.is_principal ? 'skill.notMain' : 'skill.main')}>
            <button
              type="button"
              data-skill
              className={classes.skillName}
              aria-pressed={skill.is_principal}
              tabIndex={index === 0 ? 0 : -1}
              onKeyDown={keys(index)}
              onClick={() =>
                onSkills(skills.map((each) => (each.key === skill.key ? { ...each, is_principal: !each.is_principal } : each)))
              }
            >
              {skill.is_principal ? <IconStarFilled size={12} aria-hidden /> : <IconStar size={12} aria-hidden />}
              {skill.name}
            </button>
          </Tooltip>
          <ActionIcon size="xs" tabIndex={-1} aria-label={`${t('remove')}: ${skill.name}`} onClick={() => remove(index)}>
            <IconX size={12} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

export function SkillsPart() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const [text, setText] = useState('');
  const { skills } = form.values;
  const set = (next: EditedSkill[]) => {
    form.setFieldValue('skills', next);
    form.clearFieldError('skills');
  };
  const add = (names: readonly { name: string; id: number | null }[]) => {
    const known = new Set(skills.map(({ name }) => name.toLowerCase()));
    const added = names.filter(({ name }) => name !== '' && !known.has(name.toLowerCase()) && known.add(name.toLowerCase()));
    set([...skills, ...added.map(({ name, id }) => fresh(name.slice(0, 100), id))]);
    setText('');
  };
  const addTyped = () => add(text.split(/[,;\n\t]/).map((name) => ({ name: name.trim(), id: null })));
  return (
    <Part title={t('field.skills')} fields={['skills']}>
      {skills.length > 0 && <SkillList skills={skills} onSkills={set} />}
      <ReferenceInput
        field="skill"
        aria-label={t('addSkill')}
        placeholder={t('skillHint')}
        value={text}
        onText={setText}
        onPick={(one) => add([{ name: one.name, id: referenceId(one) }])}
        onEnter={addTyped}
        error={form.values.skills.map((_, index) => errorAt(form, `skills.${index}.name`)).find(Boolean)}
        onKeyDown={(event) => {
          if (event.key === ',' || event.key === ';') {
            event.preventDefault();
            addTyped();
          } else if (event.key === 'Backspace' && text === '' && skills.length > 0) set(skills.slice(0, -1));
        }}
      />
    </Part>
  );
}
