import { Menu } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconCheck,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconTextSize,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { type AlignmentName, type TextSizeName, textSizes } from '../model/formats.ts';
import { resized } from '../model/image-size.ts';
import classes from './toolbar.module.css';
import { Tool } from './Tool.tsx';
import { ToolRow } from './ToolRow.tsx';

const sizeNames = Object.keys(textSizes) as TextSizeName[];
const alignTools = [
  ['left', 'alignLeft', IconAlignLeft],
  ['center', 'alignCenter', IconAlignCenter],
  ['right', 'alignRight', IconAlignRight],
] as const;

const stateOf = ({ editor }: { editor: Editor }) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  bullets: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  link: editor.isActive('link'),
  image: editor.isActive('image'),
  align: (editor.getAttributes(editor.isActive('image') ? 'image' : 'paragraph')['align'] ?? 'left') as AlignmentName,
  size: sizeNames.find((name) => textSizes[name] === (editor.getAttributes('textSize')['size'] ?? null)) ?? 'normal',
});

/** For users without a mouse. */
function stepImage(editor: Editor, by: number): void {
  const { width, height } = editor.getAttributes('image') as { width: number | null; height: number | null };
  if (!width || !height) return;
  editor.commands.updateAttributes('image', resized({ width, height }, by, editor.view.dom.clientWidth));
}

interface ToolbarProps {
  editor: Editor;
  disabled: boolean;
  onLink: () => void;
  onImage: (() => void) | undefined;
  children: ReactNode;
}

export function Toolbar({ editor, disabled, onLink, onImage, children }: ToolbarProps) {
  const { t } = useTranslation('editor');
  const on = useEditorState({ editor, selector: stateOf });
  const run = () => editor.chain().focus();
  const setSize = (name: TextSizeName) => {
    const size = textSizes[name];
    if (size === null) run().unsetMark('textSize').run();
    else run().setMark('textSize', { size }).run();
  };
  return (
    <ToolRow label={t('formatting')}>
      <Tool label={t('bold')} active={on.bold} disabled={disabled} onClick={() => run().toggleBold().run()} icon={IconBold} />
      <Tool label={t('italic')} active={on.italic} disabled={disabled} onClick={() => run().toggleItalic().run()} icon={IconItalic} />
      <Menu withinPortal position="bottom-start">
        <Menu.Target>
          <Tool label={`${t('size')}: ${t(`sizes.${on.size}`)}`} active={on.size !== 'normal'} disabled={disabled} icon={IconTextSize} />
        </Menu.Target>
        <Menu.Dropdown>
          {sizeNames.map((name) => (
            <Menu.Item
              key={name}
              fz={textSizes[name] ?? '14px'}
              rightSection={on.size === name && <IconCheck size={14} />}
              onClick={() => setSize(name)}
            >
              {t(`sizes.${name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span className={classes.gap} />
      {alignTools.map(([align, label, icon]) => (
        <Tool
          key={align}
          label={t(label)}
          active={on.align === align}
          disabled={disabled}
          icon={icon}
          onClick={() =>
            run()
              .updateAttributes(on.image ? 'image' : 'paragraph', { align })
              .run()
          }
        />
      ))}
      <span className={classes.gap} />
      <Tool label={t('bulleted')} active={on.bullets} disabled={disabled} onClick={() => run().toggleBulletList().run()} icon={IconList} />
      <Tool
        label={t('numbered')}
        active={on.numbers}
        disabled={disabled}
        onClick={() => run().toggleOrderedList().run()}
        icon={IconListNumbers}
      />
      <span className={classes.gap} />
      <Tool label={t('link')} active={on.link} disabled={disabled} onClick={onLink} icon={IconLink} />
      {onImage && <Tool label={t('image')} disabled={disabled} onClick={onImage} icon={IconPhoto} />}
      {on.image && (
        <>
          <Tool label={t('imageSmaller')} disabled={disabled} onClick={() => stepImage(editor, -25)} icon={IconZoomOut} />
          <Tool label={t('imageLarger')} disabled={disabled} onClick={() => stepImage(editor, 25)} icon={IconZoomIn} />
        </>
      )}
      <span className={classes.end}>{children}</span>
    </ToolRow>
  );
}
